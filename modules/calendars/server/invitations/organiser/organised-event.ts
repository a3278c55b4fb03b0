import { notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { calendarAccess, writableCalendar } from "../../calendars/access.ts";
import { lockedEvent } from "../../events/event-rows.ts";
import { calendarIdOf, type EventTarget, existingEvent } from "../../events/find-event.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { selectInvitation } from "../invitation-queries.ts";

/** Invitations are the matter of those who may write in the event's calendar. */
export async function organisedEvent(
  tx: ReadTx,
  principal: Principal,
  id: string,
  time: ClubTime,
): Promise<EventTarget> {
  const target = await existingEvent(tx, id, time);
  writableCalendar(await calendarAccess(tx, principal), calendarIdOf(target));
  return target;
}

/** The same, held: its row is made only once. */
export async function organisedForChange(
  tx: WriteTx,
  principal: Principal,
  id: string,
  time: ClubTime,
): Promise<EventTarget> {
  await organisedEvent(tx, principal, id, time);
  return lockedEvent(tx, id, time);
}

export async function organisedInvitation(
  tx: WriteTx,
  principal: Principal,
  { id, invitationId }: { id: string; invitationId: string },
  time: ClubTime,
) {
  const { occurrence } = await organisedEvent(tx, principal, id, time);
  const invitation = await selectInvitation(tx, { id: invitationId, eventId: occurrence.id });
  if (invitation === undefined) throw notFound();
  return invitation;
}
