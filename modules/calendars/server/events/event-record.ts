import type { EventStatus } from "../../contract.ts";

/** Moments are milliseconds since 1970. */
export interface EventTimes {
  starts_at: number;
  /** Exclusive; all-day: the midnight after the last day. */
  ends_at: number;
  meet_at: number | null;
  all_day: boolean;
  answer_deadline: number | null;
}

/** What people write of an event. */
export interface EventValues extends EventTimes {
  title: string;
  description: string | null;
  location: string | null;
  status: EventStatus;
  answer_maximum: number | null;
  /** Null: no settings of the answers were made; the other settings are null then as well. */
  allow_comment: boolean | null;
  allow_companions: boolean | null;
  waiting_list: boolean | null;
}

/** A row: a single event, a series, or an occurrence of a series with a row of its own. */
export interface EventRow extends EventValues {
  id: string;
  calendar_id: string;
  uid: string;
  sequence: number;
  /** Set on a series. */
  recurrence: string | null;
  series_key: string | null;
  series_ends_at: number | null;
  /** Beginnings left out of a series. */
  exdates: number[];
  /** Set on an occurrence. */
  series_id: string | null;
  recurrence_start: number | null;
  created_at: number;
  updated_at: number;
  version: number;
}

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
