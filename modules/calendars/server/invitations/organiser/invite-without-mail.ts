import type { WriteTx } from "#platform/server/database/database.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import { lockEvent } from "../../events/event-queries.ts";
import { notifiedStateOf } from "../invitation-record.ts";
import { addInvitations } from "./invite.ts";

/** Invites members to an event that has a row, without a mail; for demo data. */
export async function inviteWithoutMail(
  tx: WriteTx,
  eventId: string,
  userIds: readonly string[],
): Promise<{ id: string; event_id: string; user_id: string | null }[]> {
  const event = await lockEvent(tx, eventId);
  if (event === undefined) throw notFound();
  const invitees = userIds.map((user_id) => ({ user_id, guest_name: null, guest_email: null }));
  return (await addInvitations(tx, eventId, invitees, notifiedStateOf(event))).map(
    ({ id, user_id }) => ({
      id,
      event_id: eventId,
      user_id,
    }),
  );
}
