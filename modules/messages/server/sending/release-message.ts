import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { markReplied } from "../inbox/message-queries.ts";
import { prepareMails } from "../mail/prepare-mails.ts";
import { lockHeldMessage, releaseHeldRecipients } from "./held-queries.ts";

/** Has a message go out whose time to be called back has passed. */
export const releaseMessage = job({
  id: "messages:release-message",
  payload: z.strictObject({ messageId: z.uuid() }),
  // What was sent while the club was active goes out.
  perTenant: "all",
  handler:
    () =>
    async ({ messageId }, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor("Nachrichten"), async (tx) => {
        const held = await lockHeldMessage(tx, messageId);
        if (held === undefined) return;
        await releaseHeldRecipients(tx, messageId);
        if (held.reply_to !== null && held.sender_id !== null)
          await markReplied(tx, held.reply_to, held.sender_id);
        await addJob(tx, prepareMails, { messageId });
      });
    },
});
