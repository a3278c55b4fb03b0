import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { requestDelivery } from "./deliver.ts";
import { freezeMails } from "./freeze-queries.ts";

/** Settles who learns of a message by mail, and lets the sending begin. */
export const prepareMails = job({
  id: "messages:prepare-mails",
  formerly: ["messages:mail"],
  payload: z.strictObject({ messageId: z.uuid() }),
  handler:
    () =>
    async ({ messageId }, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor("Nachrichten"), async (tx) => {
        await freezeMails(tx, messageId);
        await requestDelivery(tx);
      });
    },
});
