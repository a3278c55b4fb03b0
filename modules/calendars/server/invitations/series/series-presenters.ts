import type { AnsweredDate, SeriesAnswers } from "../../../series-invitation-contract.ts";
import { shownEnd } from "../../events/presenters.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { guestOf, userOf } from "../presenters.ts";
import type { AnsweredDateRecord, SeriesAnswersRecord } from "./series-answers-queries.ts";

export function toAnsweredDate(record: AnsweredDateRecord, time: ClubTime): AnsweredDate {
  const { id, all_day, status, answer_maximum: maximum } = record;
  const { open, declined, waiting, coming } = record;
  const times = {
    starts_at: record.starts_at.getTime(),
    ends_at: record.ends_at.getTime(),
    all_day,
  };
  return {
    id,
    startDateTime: time.toIso(times.starts_at),
    endDateTime: shownEnd(times, time),
    allDay: all_day,
    status,
    counts: { open, declined, waiting, coming, maximum },
  };
}

export function toSeriesAnswers(record: SeriesAnswersRecord): SeriesAnswers {
  const user = userOf(record);
  return {
    id: record.id,
    inviteeId: record.invitee_id,
    hasMail: record.has_mail,
    user: user === null ? null : { ...user, hasProfilePicture: record.has_picture },
    guest: guestOf(record),
    answers: record.answers,
  };
}
