import type { Handlers } from "#platform/server/http/implement.ts";
import type { messagesContract } from "../../contract.ts";
import { audienceOf } from "./addressees.ts";
import { possibleRecipients } from "./possible-recipients.ts";

type Routes = Pick<typeof messagesContract, "countRecipients" | "searchRecipients">;

export function recipientHandlers(): Handlers<Routes> {
  return {
    countRecipients: ({ read, principal, body }) => read((tx) => audienceOf(tx, principal, body)),
    searchRecipients: ({ read, principal, query }) =>
      read((tx) => possibleRecipients(tx, principal, query)),
  };
}
