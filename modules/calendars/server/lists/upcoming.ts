import type { ReadTx } from "#platform/server/database/database.ts";
import { MAX_PERIOD_DAYS } from "../../contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import { selectNextRows, selectSeriesBetween } from "../events/period-queries.ts";
import { type Occurrence, isSeries } from "../events/event-record.ts";
import {
  byBeginning,
  computedBeginnings,
  computedOccurrence,
  occurrenceOfRow,
} from "../events/occurrences.ts";

const DAY_MS = 86_400_000;

/**
 * A page of what is running at a moment or begins within two years of it, by beginning, and how
 * much there is.
 */
export async function upcomingOccurrences(
  tx: ReadTx,
  calendarIds: readonly string[],
  now: number,
  { page, size }: { page: number; size: number },
  time: ClubTime,
): Promise<{ occurrences: Occurrence[]; count: number }> {
  const until = now + MAX_PERIOD_DAYS * DAY_MS;
  const needed = (page + 1) * size;
  const [next, series] = await Promise.all([
    selectNextRows(tx, calendarIds, now, until, needed),
    selectSeriesBetween(tx, calendarIds, now, until),
  ]);
  const found = next.rows.map((row) => occurrenceOfRow(row, row.series_recurrence));
  let count = next.count;
  for (const row of series) {
    if (!isSeries(row)) continue;
    const running = computedBeginnings(row, now - (row.ends_at - row.starts_at) - DAY_MS, now, time)
      .map((start) => computedOccurrence(row, start, time))
      .filter(({ ends_at }) => ends_at > now);
    const coming = computedBeginnings(row, now, until, time);
    count += running.length + coming.length;
    found.push(
      ...running,
      ...coming.slice(0, needed).map((start) => computedOccurrence(row, start, time)),
    );
  }
  return { occurrences: found.sort(byBeginning).slice(page * size, needed), count };
}
