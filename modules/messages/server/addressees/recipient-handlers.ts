import { selectGroupsBelow } from "#modules/members/server/public.ts";
import { searchWords } from "#platform/contract/fold.ts";
import { holds } from "#platform/server/http/principal.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { messagesContract } from "../../contract.ts";
import { selectAddressedGroups, selectPossiblePeople } from "./addressee-queries.ts";
import { audienceOf } from "./addressees.ts";
import { writesToEverybody } from "./rules.ts";

type Routes = Pick<typeof messagesContract, "countRecipients" | "searchRecipients">;

export function recipientHandlers(): Handlers<Routes> {
  return {
    countRecipients: ({ read, principal, body }) => read((tx) => audienceOf(tx, principal, body)),
    searchRecipients: ({ read, principal, query }) =>
      read(async (tx) => {
        const words = searchWords(query.q ?? "");
        const pattern = words.map((word) => `%${word}%`);
        const everybody = writesToEverybody(principal);
        const groupIds = everybody ? null : await selectGroupsBelow(tx, principal.ledGroupIds);
        // Numbers, addresses and places are not for everybody, so they are not for guessing either.
        const people = await selectPossiblePeople(tx, {
          pattern,
          byName: !holds(principal, "QUERY_USER"),
          groupIds,
          size: query.size,
        });
        const groups = await selectAddressedGroups(tx, groupIds);
        const named = groups.filter(({ name, groupName }) => {
          const folded = searchWords(`${groupName ?? ""} ${name}`).join(" ");
          return words.every((word) => folded.includes(word));
        });
        return { everybody, people, groups: named.slice(0, query.size) };
      }),
  };
}
