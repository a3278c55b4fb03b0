import { MOST_NAMED } from "#modules/messages/contract.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { InvitationReach } from "../../../invitation-contract.ts";
import {
  type MemberReach,
  type People,
  selectFamilies,
  selectMemberReach,
} from "./reach-queries.ts";

/** Returns how these people learn of something; who has left the club is not counted. */
export async function invitationReach(
  tx: ReadTx,
  { memberIds, guests }: People,
  reader: Principal,
): Promise<InvitationReach> {
  const members = await selectMemberReach(tx, memberIds);
  const unreachable = members.filter(isUnreachable);
  const named = unreachable.slice(0, MOST_NAMED);
  // Who lives with whom is for readers of members.
  const families = holds(reader, "QUERY_USER")
    ? await selectFamilies(
        tx,
        named.map(({ id }) => id),
      )
    : new Map<string, string>();
  return {
    people: members.length + guests.length,
    mailed: members.filter(({ mailed }) => mailed).length + guests.length,
    inApp: members.filter(({ mailed, logs_in }) => !mailed && logs_in).length,
    unreachableCount: unreachable.length,
    unreachable: named.map(({ id, first_name, last_name, has_address }) => ({
      id,
      name: [first_name, last_name].filter((part) => part !== "").join(" "),
      reason: has_address ? "MAIL_OFF" : "NO_ADDRESS",
      family: families.get(id) ?? null,
    })),
  };
}

/** Neither a mail nor the application reaches them. */
export function isUnreachable({ mailed, logs_in }: MemberReach): boolean {
  return !mailed && !logs_in;
}
