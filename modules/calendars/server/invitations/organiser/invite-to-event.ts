import { AppError } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { eventRowFor } from "../../events/event-rows.ts";
import { type EventTarget, existingEvent } from "../../events/find-event.ts";
import { toOccurrenceId } from "../../series/occurrence-id.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { notifiedStateOf } from "../invitation-record.ts";
import { mailInvitations } from "../mails/mail-jobs.ts";
import { guestsAmong, type Invited } from "./guest-limits.ts";
import { addInvitations } from "./invite.ts";
import type { Invitee } from "./invitee-queries.ts";

/**
 * Invites to one event and mails everybody who is new; returns what was made.
 */
export async function inviteToEvent(
  tx: WriteTx,
  target: EventTarget,
  invitees: readonly Invitee[],
  message: string | null,
  time: ClubTime,
): Promise<Invited> {
  const event = await oneEvent(tx, target, time);
  const eventId = await eventRowFor(tx, event);
  const { row, starts_at, ends_at, meet_at, all_day } = event.occurrence;
  const notified = notifiedStateOf({
    starts_at,
    ends_at,
    meet_at,
    all_day,
    location: row.location,
    status: row.status,
  });
  const added = await addInvitations(tx, eventId, invitees, notified);
  const ids = added.map(({ id }) => id);
  await mailInvitations(
    tx,
    ids.map((id) => [id]),
    { kind: "INVITED", message },
  );
  return { eventId, ids, guestsOf: { eventId }, newGuests: guestsAmong(added) };
}

/** Of a series' own id one occurrence is the first. */
async function oneEvent(tx: WriteTx, target: EventTarget, time: ClubTime): Promise<EventTarget> {
  if (target.kind !== "SERIES") return target;
  const { series_key, starts_at } = target.series;
  return existingEvent(tx, toOccurrenceId(series_key, starts_at), time);
}

/** Refuses to invite or remind people for an event that is over or cancelled. */
export function requireUpcoming({ occurrence }: EventTarget): void {
  if (occurrence.row.status === "CANCELLED") {
    throw new AppError("UNPROCESSABLE", {
      code: "EVENT_CANCELLED",
      detail: "Dieser Termin wurde abgesagt. Zu ihm kann niemand eingeladen werden.",
    });
  }
  if (occurrence.recurrence !== null && occurrence.occurrenceOf === null) return;
  if (occurrence.ends_at < Date.now()) {
    throw new AppError("UNPROCESSABLE", {
      code: "EVENT_OVER",
      detail: "Dieser Termin ist vorbei. Zu ihm kann niemand mehr eingeladen werden.",
    });
  }
}
