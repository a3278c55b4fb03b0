import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { selectGroupsBelow } from "#modules/members/server/public.ts";
import type { FieldError } from "#platform/contract/problem.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { Invite } from "../../../invitation-contract.ts";
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
 * Who has left the club or died is passed over; who does not exist is refused with 422 at their
 * place.
 */
export async function inviteesOf(
  tx: ReadTx,
  inviter: Principal,
  { userIds, groupIds, guests }: Invite,
): Promise<Invitee[]> {
  const groups = await visibleGroups(tx, inviter, groupIds);
  const named = await selectInvitable(tx, userIds);
  const hidden = new Set(named.unknown);
  const mayName = holds(inviter, "QUERY_USER") || holds(inviter, "QUERY_GROUP");
  if (!mayName) {
    const own = new Set(
      await selectMembersOfGroups(tx, await selectGroupsBelow(tx, inviter.ledGroupIds)),
    );
    for (const id of userIds) if (!own.has(id) && id !== inviter.userId) hidden.add(id);
  }
  refuseUnknown("userIds", userIds, hidden, "Dieses Mitglied gibt es nicht.");
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

/** The groups with everything below them; leaders without QUERY_GROUP see their own. */
async function visibleGroups(
  tx: ReadTx,
  inviter: Principal,
  groupIds: readonly string[],
): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const found = await selectGroupsBelow(tx, groupIds);
  const visible = new Set(
    holds(inviter, "QUERY_GROUP") ? found : await selectGroupsBelow(tx, inviter.ledGroupIds),
  );
  refuseUnknown(
    "groupIds",
    groupIds,
    new Set(groupIds.filter((id) => !found.includes(id) || !visible.has(id))),
    "Diese Gruppe gibt es nicht.",
  );
  return found;
}

function refuseUnknown(
  field: string,
  ids: readonly string[],
  unknown: ReadonlySet<string>,
  message: string,
): void {
  if (unknown.size === 0) return;
  const errors: FieldError[] = ids.flatMap((id, index) =>
    unknown.has(id) ? [{ path: `${field}.${index}`, code: "NOT_FOUND", message }] : [],
  );
  throw new AppError("UNPROCESSABLE", { errors });
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
