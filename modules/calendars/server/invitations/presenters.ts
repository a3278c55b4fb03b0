import { canOf } from "#platform/server/http/can.ts";
import type { MyInvitation } from "../../contract.ts";
import type { EventInvitation, Invitation, InvitedEvent } from "../../invitation-contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import { settingsOf, shownEnd } from "../events/presenters.ts";
import { takesAnswers } from "./answers/answer-rules.ts";
import { personName } from "./invitation-record.ts";
import type { InvitationRecord, InvitationWithEvent } from "./invitation-rows-queries.ts";
import { placesLeft } from "./answers/places.ts";

/** As the invited person sees it. */
export function toInvitation(record: InvitationWithEvent, time: ClubTime): Invitation {
  return {
    id: record.id,
    event: toInvitedEvent(record, time),
    ...answerOf(record, time),
    user: userOf(record),
    guest: guestOf(record),
    invitedAt: time.toIso(record.invited_at.getTime()),
    can: canOf<Invitation>({ ANSWER: takesAnswers(record, new Date()) }),
  };
}

/**
 * As the organiser sees it. Whom a series invites to each of its occurrences answers at the
 * occurrences: `takesAnswers` is false there.
 */
export function toEventInvitation(
  record: InvitationRecord,
  time: ClubTime,
  { takesAnswers: answers = true } = {},
): EventInvitation {
  const user = userOf(record);
  return {
    id: record.id,
    ...answerOf(record, time),
    user: user === null ? null : { ...user, hasProfilePicture: record.has_picture },
    guest: guestOf(record),
    hasMail: record.has_mail,
    invitedAt: time.toIso(record.invited_at.getTime()),
    remindedAt: isoOrNull(record.reminded_at, time),
    can: canOf<EventInvitation>({ ANSWER: answers, DELETE: true }),
  };
}

export function toMyInvitation(
  record: Pick<
    InvitationRecord,
    "id" | "state" | "position" | "comment" | "companions" | "answered_at"
  >,
  time: ClubTime,
): MyInvitation {
  const { id, state, position, comment, companions } = record;
  return {
    id,
    state,
    position,
    comment,
    companions,
    answeredAt: isoOrNull(record.answered_at, time),
  };
}

function toInvitedEvent(record: InvitationWithEvent, time: ClubTime): InvitedEvent {
  const times = {
    starts_at: record.starts_at.getTime(),
    ends_at: record.ends_at.getTime(),
    all_day: record.all_day,
  };
  return {
    id: record.event_id,
    title: record.title,
    description: record.description,
    location: record.location,
    meetAt: isoOrNull(record.meet_at, time),
    startDateTime: time.toIso(times.starts_at),
    endDateTime: shownEnd(times, time),
    allDay: record.all_day,
    occurrenceOf: record.series_id,
    status: record.status,
    cancelReason: record.cancel_reason,
    calendar: { id: record.calendar_id, name: record.calendar_name, color: record.calendar_color },
    invitationSettings: settingsOf(record, record.answer_deadline?.getTime() ?? null, time),
    placesLeft: placesLeft(record.answer_maximum, record.coming),
  };
}

function answerOf(record: InvitationRecord, time: ClubTime) {
  const { id: _id, ...answer } = toMyInvitation(record, time);
  return { ...answer, answeredBy: record.answered_by_name };
}

export function userOf({
  user_id,
  first_name,
  last_name,
}: Pick<InvitationRecord, "user_id" | "first_name" | "last_name">) {
  return user_id === null
    ? null
    : { id: user_id, firstname: first_name ?? "", lastname: last_name ?? "" };
}

export function guestOf(
  record: Pick<
    InvitationRecord,
    "user_id" | "first_name" | "last_name" | "guest_name" | "guest_email"
  >,
) {
  return record.user_id === null
    ? { name: personName(record), email: record.guest_email ?? "" }
    : null;
}

function isoOrNull(moment: Date | null, time: ClubTime): string | null {
  return moment === null ? null : time.toIso(moment.getTime());
}
