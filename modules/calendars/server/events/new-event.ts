import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { translateViolations } from "#platform/server/database/constraints.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ClubTime } from "../time/club-time.ts";
import type { EventTimes, EventValues, NewEvent, SeriesRow } from "./event-record.ts";
import { type LeftOut, NOTHING_LEFT_OUT } from "../holidays/holiday-exdates.ts";
import { lastBeginning } from "../series/expansion.ts";

interface Beginning {
  calendarId: string;
  /** From iCalendar; absent: made up. */
  uid?: string;
  /** As `checkedRule` answers it. */
  recurrence: string | null;
  /** Of a series. */
  leftOut: LeftOut;
}

/** A row of a single event or a series that is not in the database yet. */
export function newEvent(
  values: EventValues,
  { calendarId, uid, recurrence, leftOut }: Beginning,
  time: ClubTime,
): NewEvent {
  const id = uuidv7();
  return {
    ...values,
    id,
    calendar_id: calendarId,
    uid: uid ?? id,
    sequence: 0,
    recurrence,
    series_key: recurrence === null ? null : newSeriesKey(),
    series_ends_at: recurrence === null ? null : seriesEnd(values, recurrence, time),
    ...(recurrence === null ? NOTHING_LEFT_OUT : leftOut),
    series_id: null,
    recurrence_start: null,
    version: 1,
  };
}

/** Random, 16 hexadecimal digits. */
export function newSeriesKey(): string {
  return randomBytes(8).toString("hex");
}

/** When the last occurrence ends; null when there is no last one. */
export function seriesEnd(
  values: Pick<EventTimes, "starts_at" | "ends_at">,
  recurrence: string,
  time: ClubTime,
): number | null {
  const last = lastBeginning({ start: values.starts_at, recurrence }, time);
  return last === undefined ? null : time.moved(values.ends_at, values.starts_at, last);
}

/** The times of a series at one of its beginnings. */
export function timesAt(series: EventTimes, start: number, time: ClubTime): EventTimes {
  const shifted = (moment: number) => time.moved(moment, series.starts_at, start);
  return {
    starts_at: start,
    ends_at: shifted(series.ends_at),
    meet_at: series.meet_at === null ? null : shifted(series.meet_at),
    all_day: series.all_day,
    answer_deadline: series.answer_deadline === null ? null : shifted(series.answer_deadline),
  };
}

/**
 * The row that an occurrence of a series gets when it begins to differ; `id` is the one it was
 * known by.
 */
export function newOccurrence(
  series: SeriesRow,
  start: number,
  id: string,
  values: EventValues,
  version: number,
): NewEvent {
  return {
    ...values,
    id,
    calendar_id: series.calendar_id,
    uid: series.uid,
    sequence: series.sequence,
    recurrence: null,
    series_key: null,
    series_ends_at: null,
    ...NOTHING_LEFT_OUT,
    series_id: series.id,
    recurrence_start: start,
    version,
  };
}

/** What people wrote, without what the machine keeps beside it. */
export function writtenValues(row: EventValues): EventValues {
  const { title, description, location, status, cancel_reason } = row;
  const { starts_at, ends_at, meet_at, all_day } = row;
  const { answer_deadline, answer_maximum, allow_comment, allow_companions, waiting_list } = row;
  return {
    title,
    description,
    location,
    status,
    cancel_reason,
    starts_at,
    ends_at,
    meet_at,
    all_day,
    answer_deadline,
    answer_maximum,
    allow_comment,
    allow_companions,
    waiting_list,
  };
}

export const uniqueUid = translateViolations({
  event_uid: () =>
    new AppError("ALREADY_EXISTS", {
      code: "EVENT_EXISTS",
      detail: "In diesem Kalender steht der Termin schon.",
    }),
});

/** Returns the times alone of what has more. */
export function timesOf({ starts_at, ends_at, meet_at, all_day, answer_deadline }: EventTimes) {
  return { starts_at, ends_at, meet_at, all_day, answer_deadline };
}
