import type { Handlers } from "#platform/server/http/implement.ts";
import type { messagesContract } from "../../contract.ts";
import { audienceOf } from "./addressees.ts";
import type { Services } from "#platform/server/services.ts";
import { possibleRecipients } from "./possible-recipients.ts";
import { offeredSets } from "./sets/offered-sets.ts";

type Routes = Pick<typeof messagesContract, "countRecipients" | "searchRecipients">;

export function recipientHandlers({
  recipientSources,
}: Pick<Services, "recipientSources">): Handlers<Routes> {
  return {
    countRecipients: ({ read, principal, body }) =>
      read((tx) => audienceOf(tx, principal, body, recipientSources)),
    searchRecipients: ({ read, principal, query }) =>
      read(async (tx) => ({
        ...(await possibleRecipients(tx, principal, query)),
        sets: await offeredSets(tx, principal, query, recipientSources),
      })),
  };
}
