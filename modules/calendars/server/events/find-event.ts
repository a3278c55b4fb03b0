import { notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { ClubTime } from "../time/club-time.ts";
import { selectEvent, selectOccurrence, selectSeriesByKey } from "./event-queries.ts";
import type { ListedRow } from "./listed-queries.ts";
import {
  type Occurrence,
  isOccurrence,
  isSeries,
  type OccurrenceRow,
  type SeriesRow,
} from "./event-record.ts";
import { isBeginning } from "../series/expansion.ts";
import { computedOccurrence, occurrenceOfRow } from "./occurrences.ts";
import { parseOccurrenceId } from "../series/occurrence-id.ts";

/** What an event's id can mean. */
export type EventTarget =
  | { kind: "SINGLE"; row: ListedRow; occurrence: Occurrence }
  | { kind: "SERIES"; series: ListedRow & SeriesRow; occurrence: Occurrence }
  | {
      kind: "OCCURRENCE";
      series: ListedRow & SeriesRow;
      /** When the rule has it begin. */
      start: number;
      /** Null while the occurrence is as the series has it. */
      row: (ListedRow & OccurrenceRow) | null;
      occurrence: Occurrence;
    };

export async function findEvent(
  tx: ReadTx,
  id: string,
  time: ClubTime,
): Promise<EventTarget | undefined> {
  const row = await selectEvent(tx, id);
  if (row === undefined) return findComputed(tx, id, time);
  const occurrence = occurrenceOfRow(row, row.series_recurrence);
  if (isSeries(row)) return { kind: "SERIES", series: row, occurrence };
  if (!isOccurrence(row)) return { kind: "SINGLE", row, occurrence };
  const series = await selectEvent(tx, row.series_id);
  if (series === undefined || !isSeries(series))
    throw new Error(`the series of event ${id} is none`);
  return { kind: "OCCURRENCE", series, start: row.recurrence_start, row, occurrence };
}

export async function existingEvent(tx: ReadTx, id: string, time: ClubTime): Promise<EventTarget> {
  const target = await findEvent(tx, id, time);
  if (target === undefined) throw notFound();
  return target;
}

async function findComputed(
  tx: ReadTx,
  id: string,
  time: ClubTime,
): Promise<EventTarget | undefined> {
  const parsed = parseOccurrenceId(id);
  if (parsed === undefined) return undefined;
  const { seriesKey, start } = parsed;
  const series = await selectSeriesByKey(tx, seriesKey);
  if (series === undefined || !isSeries(series)) return undefined;
  // Its row may have an id from another time: the series was moved or split since.
  const row = await selectOccurrence(tx, series.id, start);
  if (row !== undefined && isOccurrence(row))
    return {
      kind: "OCCURRENCE",
      series,
      start,
      row,
      occurrence: occurrenceOfRow(row, row.series_recurrence),
    };
  if (
    series.exdates.includes(start) ||
    !isBeginning({ start: series.starts_at, recurrence: series.recurrence }, start, time)
  )
    return undefined;
  return {
    kind: "OCCURRENCE",
    series,
    start,
    row: null,
    occurrence: computedOccurrence(series, start, time),
  };
}

/** The calendar that an event stands in. */
export function calendarIdOf(target: EventTarget): string {
  return target.occurrence.row.calendar_id;
}
