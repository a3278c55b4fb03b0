import { selectGroupsBelow } from "#modules/members/server/public.ts";
import { searchWords } from "#platform/contract/fold.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { PossibleRecipients } from "../../contract.ts";
import { selectAddressedGroups, selectPossiblePeople } from "./addressee-queries.ts";
import { type Added, NOBODY_ADDED, writesToEverybody } from "./rules.ts";

/** Returns whom a picker offers: people and groups within the sender's reach that fit the words. */
export async function possibleRecipients(
  tx: ReadTx,
  sender: Principal,
  { q = "", size }: { q?: string | undefined; size: number },
  added: Added = NOBODY_ADDED,
): Promise<PossibleRecipients> {
  const words = searchWords(q);
  const everybody = writesToEverybody(sender);
  const groupIds = everybody
    ? null
    : await selectGroupsBelow(tx, [...sender.ledGroupIds, ...added.groupIds]);
  const people = await selectPossiblePeople(tx, {
    pattern: words.map((word) => `%${word}%`),
    // Numbers, addresses and places are not for everybody, so they are not for guessing either.
    byName: !holds(sender, "QUERY_USER"),
    among: groupIds === null ? null : { groupIds, userIds: added.userIds },
    size,
  });
  const groups = await selectAddressedGroups(tx, groupIds);
  const named = groups.filter(({ name, groupName }) => {
    const folded = searchWords(`${groupName ?? ""} ${name}`).join(" ");
    return words.every((word) => folded.includes(word));
  });
  return { everybody, people, groups: named.slice(0, size) };
}
