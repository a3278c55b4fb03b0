import type { Row } from "#platform/server/database/tables.ts";

/** Columns of an event that are read wherever one is. */
export const EVENT_COLUMNS = [
  "id",
  "calendar_id",
  "uid",
  "sequence",
  "title",
  "description",
  "location",
  "meet_at",
  "starts_at",
  // Exclusive; all-day: the midnight after the last day.
  "ends_at",
  "all_day",
  "status",
  "cancel_reason",
  // Set on a series: its rule, and under which name its occurrences are computed.
  "recurrence",
  "series_key",
  "series_ends_at",
  // Beginnings left out of a series.
  "exdates",
  // Whether it leaves out holidays, and those of `exdates` that are left out for them.
  "leaves_out_holidays",
  "holiday_exdates",
  // Set on an occurrence with a row of its own.
  "series_id",
  "recurrence_start",
  "answer_deadline",
  "answer_maximum",
  // Null: no settings of the answers were made; the other settings are null then as well.
  "allow_comment",
  "allow_companions",
  "waiting_list",
  "created_at",
  "updated_at",
  "version",
] as const satisfies readonly (keyof Row<"event">)[];

/** An event as the database gives it. */
export type StoredEvent = Row<"event", (typeof EVENT_COLUMNS)[number]>;

/** A row whose moments are milliseconds since 1970 instead of dates. */
type InMilliseconds<T> = {
  [Name in keyof T]: T[Name] extends Date[]
    ? number[]
    : Date extends T[Name]
      ? Exclude<T[Name], Date> | number
      : T[Name];
};

/** A row: a single event, a series, or an occurrence of a series with a row of its own. */
export type EventRow = InMilliseconds<StoredEvent>;

export type NewEvent = Omit<EventRow, "created_at" | "updated_at">;

export type EventTimes = Pick<
  EventRow,
  "starts_at" | "ends_at" | "meet_at" | "all_day" | "answer_deadline"
>;

/** What people write of an event. */
export type EventValues = EventTimes &
  Pick<
    EventRow,
    | "title"
    | "description"
    | "location"
    | "status"
    | "cancel_reason"
    | "answer_maximum"
    | "allow_comment"
    | "allow_companions"
    | "waiting_list"
  >;

export type SeriesRow = EventRow & { recurrence: string; series_key: string };
export type OccurrenceRow = EventRow & { series_id: string; recurrence_start: number };

export function isSeries(row: EventRow): row is SeriesRow {
  return row.recurrence !== null;
}

export function isOccurrence(row: EventRow): row is OccurrenceRow {
  return row.series_id !== null;
}

/**
 * An event as it happens once, or a series as a whole (then its times are those of its beginning).
 */
export interface Occurrence extends EventTimes {
  id: string;
  /** Whose texts, settings and version apply: its own row, or its series'. */
  row: EventRow;
  /** The rule: a series' own, or that of the series it belongs to. */
  recurrence: string | null;
  occurrenceOf: string | null;
  originalStart: number | null;
}
