import { v7 as uuidv7 } from "uuid";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { messagesContract } from "../../contract.ts";
import { draftOf } from "../drafts/draft-of.ts";
import { insertDraft } from "../drafts/draft-queries.ts";
import { selectMessage } from "../inbox/message-queries.ts";
import { insertDraftAttachments, selectAttachments } from "./attachment-queries.ts";
import { deleteHeldMessage, lockHeldMessage, selectHeldAddressees } from "./held-queries.ts";

type Routes = Pick<typeof messagesContract, "callBackMessage">;

export function callBackHandlers(): Handlers<Routes> {
  return {
    callBackMessage: ({ write, principal, params }) =>
      write(async (tx) => {
        const held = await lockHeldMessage(tx, params.id);
        if (held?.sender_id !== principal.userId) {
          const seen = await selectMessage(tx, params.id, principal.userId, { people: 0 });
          throw seen === undefined ? notFound() : alreadySent();
        }
        const id = uuidv7();
        await insertDraft(tx, id, principal.userId, {
          ...(await selectHeldAddressees(tx, held.id)),
          subject: held.subject,
          messageContent: held.content,
          replyTo: held.reply_to,
        });
        // The bytes stay where they are and only change hands.
        await insertDraftAttachments(tx, id, await selectAttachments(tx, held.id));
        await deleteHeldMessage(tx, held.id);
        return draftOf(tx, id, principal.userId);
      }),
  };
}

function alreadySent(): AppError {
  return new AppError("CONFLICT", {
    code: "ALREADY_SENT",
    detail: "Die Nachricht ist schon unterwegs und lässt sich nicht mehr zurückholen.",
  });
}
