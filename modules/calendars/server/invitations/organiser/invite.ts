import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { selectGroupsBelow } from "#modules/members/server/public.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Invite } from "../../../invitation-contract.ts";
import { requireInvitable } from "./invitable.ts";
import {
  type Invitee,
  insertInvitations,
  type NewInvitation,
  selectInvitable,
  selectMembersOfGroups,
} from "./invitee-queries.ts";
import type { NotifiedState } from "../invitation-record.ts";

const PUBLIC_ID_BYTES = 18;

/**
 * Everybody a call names, each once: members, the people of groups and their sub-groups, guests.
 * Who has left the club or died is passed over; whom the inviter may not invite to events of this
 * calendar is refused at their place.
 */
export async function inviteesOf(
  tx: ReadTx,
  inviter: Principal,
  calendarId: string,
  { userIds, groupIds, guests }: Invite,
): Promise<Invitee[]> {
  const named = await selectInvitable(tx, userIds);
  const groups = groupIds.length === 0 ? [] : await selectGroupsBelow(tx, groupIds);
  const unknown = new Set([...named.unknown, ...groupIds.filter((id) => !groups.includes(id))]);
  await requireInvitable(tx, inviter, calendarId, { userIds, groupIds }, unknown);
  const members = new Set([
    ...named.invitable,
    ...(groups.length === 0 ? [] : await selectMembersOfGroups(tx, groups)),
  ]);
  return [
    ...[...members].map((user_id) => ({ user_id, guest_name: null, guest_email: null })),
    ...guests.map(({ name, email }) => ({
      user_id: null,
      guest_name: name.trim(),
      guest_email: email,
    })),
  ];
}

/** Invites to one event; people already invited are left alone. Returns the new invitations. */
export async function addInvitations(
  tx: WriteTx,
  eventId: string,
  invitees: readonly Invitee[],
  notified: NotifiedState,
): Promise<NewInvitation[]> {
  if (invitees.length === 0) return [];
  const rows = invitees.map(({ user_id, guest_name, guest_email }) => ({
    id: uuidv7(),
    user_id,
    guest_name,
    guest_email,
    public_id: randomBytes(PUBLIC_ID_BYTES).toString("base64url"),
  }));
  const added = new Set(await insertInvitations(tx, eventId, rows, notified));
  return rows.filter(({ id }) => added.has(id));
}

/** One and the same person, whichever event they are invited to. */
export function personKey({
  user_id,
  guest_email,
}: Pick<Invitee, "user_id" | "guest_email">): string {
  return user_id ?? (guest_email ?? "").toLowerCase();
}
