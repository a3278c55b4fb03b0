import type { ClubTime } from "../time/club-time.ts";
import type { ListedRow } from "./listed-queries.ts";
import { type EventRow, type Occurrence, isSeries, type SeriesRow } from "./event-record.ts";
import { beginningsBetween } from "../series/expansion.ts";
import { timesAt } from "./new-event.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";

/**
 * A row as it happens: a single event, an occurrence with a row of its own, or a series as a whole.
 */
export function occurrenceOfRow(row: EventRow, seriesRecurrence: string | null): Occurrence {
  const { id, starts_at, ends_at, meet_at, all_day, answer_deadline } = row;
  return {
    id,
    row,
    recurrence: row.recurrence ?? seriesRecurrence,
    occurrenceOf: row.series_id,
    originalStart: row.recurrence_start,
    starts_at,
    ends_at,
    meet_at,
    all_day,
    answer_deadline,
  };
}

/** The occurrence that a series has at one of its beginnings, when it has no row of its own. */
export function computedOccurrence(series: SeriesRow, start: number, time: ClubTime): Occurrence {
  return {
    id: toOccurrenceId(series.series_key, start),
    row: series,
    recurrence: series.recurrence,
    occurrenceOf: series.id,
    originalStart: start,
    ...timesAt(series, start, time),
  };
}

/**
 * Beginnings in [from, to) of a series' occurrences without a row of their own; it leaves out what
 * was left out.
 */
export function computedBeginnings(
  series: SeriesRow & { own_starts: readonly number[] },
  from: number,
  to: number,
  time: ClubTime,
): number[] {
  const starts = beginningsBetween(
    { start: series.starts_at, recurrence: series.recurrence },
    from,
    to,
    time,
  );
  if (series.exdates.length === 0 && series.own_starts.length === 0) return starts;
  const left = new Set([...series.exdates, ...series.own_starts]);
  return starts.filter((start) => !left.has(start));
}

/** Everything that touches [from, to), one by one, by beginning. */
export function occurrencesBetween(
  rows: readonly ListedRow[],
  from: number,
  to: number,
  time: ClubTime,
): Occurrence[] {
  const found: Occurrence[] = [];
  for (const row of rows) {
    if (!isSeries(row)) {
      found.push(occurrenceOfRow(row, row.series_recurrence));
      continue;
    }
    // A day more, because a night with a change of clocks is longer than its hands say.
    const earliest = from - (row.ends_at - row.starts_at) - 86_400_000;
    for (const start of computedBeginnings(row, earliest, to, time)) {
      const occurrence = computedOccurrence(row, start, time);
      if (occurrence.ends_at > from || occurrence.starts_at >= from) found.push(occurrence);
    }
  }
  return found.sort(byBeginning);
}

/** Order of lists: by beginning, all-day ones first, then by name. */
export function byBeginning(a: Occurrence, b: Occurrence): number {
  return (
    a.starts_at - b.starts_at ||
    Number(b.all_day) - Number(a.all_day) ||
    (a.row.title < b.row.title ? -1 : a.row.title > b.row.title ? 1 : a.id < b.id ? -1 : 1)
  );
}
