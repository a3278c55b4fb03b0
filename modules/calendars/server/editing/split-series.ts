import type { WriteTx } from "#platform/server/database/database.ts";
import type { ClubTime } from "../time/club-time.ts";
import { selectOccurrences } from "../events/event-queries.ts";
import { deleteEventRows, insertEvents, updateEventRow } from "../events/event-write-queries.ts";
import type { SeriesRow } from "../events/event-record.ts";
import { beginningsBetween } from "../series/expansion.ts";
import type { LeftOut } from "../holidays/holiday-exdates.ts";
import { rewriteRow } from "./change-series.ts";
import { beforeEventsDeleted } from "../invitations/event-effects.ts";
import { copySeriesInvitees } from "../invitations/series/series-queries.ts";
import { newEvent, seriesEnd, timesAt, writtenValues } from "../events/new-event.ts";
import { writeRule } from "../../recurrence-rule.ts";
import { partsOfRule, writeUntil } from "../series/recurrence.ts";

/** Ends a series before one of its beginnings; what has a row of its own from there on goes. */
export async function truncateSeries(
  tx: WriteTx,
  series: SeriesRow,
  start: number,
  time: ClubTime,
): Promise<void> {
  const later = await selectOccurrences(tx, series.id, start);
  if (later.length > 0) {
    await beforeEventsDeleted(tx, later);
    await deleteEventRows(
      tx,
      later.map(({ id }) => id),
    );
  }
  await endBefore(tx, series, start, time);
}

/**
 * Makes two series of one: the first ends before `start`, the second goes on from there, with a
 * name and key of its own. Together they have the same occurrences as before; rows of single
 * occurrences move along and keep their ids.
 */
export async function splitSeries(
  tx: WriteTx,
  series: SeriesRow,
  start: number,
  time: ClubTime,
): Promise<SeriesRow> {
  const recurrence = ruleFrom(series, start, time);
  const values = { ...writtenValues(series), ...timesAt(series, start, time) };
  const leftOut = leftOutWhere(series, (left) => left >= start);
  const row = newEvent(values, { calendarId: series.calendar_id, recurrence, leftOut }, time);
  await insertEvents(tx, [row]);
  for (const occurrence of await selectOccurrences(tx, series.id, start)) {
    await updateEventRow(tx, occurrence.id, { series_id: row.id, uid: row.uid });
  }
  await endBefore(tx, series, start, time);
  const later = { ...series, ...row } as SeriesRow;
  await copySeriesInvitees(tx, series.id, later.id);
  return later;
}

async function endBefore(
  tx: WriteTx,
  series: SeriesRow,
  start: number,
  time: ClubTime,
): Promise<void> {
  const parts = partsOfRule(series.recurrence);
  parts.delete("COUNT");
  parts.set("UNTIL", writeUntil(start - 1_000, series.all_day, time));
  const recurrence = writeRule(parts);
  await rewriteRow(
    tx,
    series,
    {
      recurrence,
      ...leftOutWhere(series, (left) => left < start),
      series_ends_at: seriesEnd(series, recurrence, time),
    },
    false,
  );
}

function leftOutWhere(series: SeriesRow, isIn: (start: number) => boolean): LeftOut {
  return {
    exdates: series.exdates.filter(isIn),
    leaves_out_holidays: series.leaves_out_holidays,
    holiday_exdates: series.holiday_exdates.filter(isIn),
  };
}

/** The same rule as seen from one of its beginnings: a number of times is what is left of it. */
function ruleFrom(series: SeriesRow, start: number, time: ClubTime): string {
  const parts = partsOfRule(series.recurrence);
  const count = parts.get("COUNT");
  if (count === undefined) return series.recurrence;
  const gone = beginningsBetween(
    { start: series.starts_at, recurrence: series.recurrence },
    series.starts_at,
    start,
    time,
  ).length;
  parts.set("COUNT", String(Math.max(1, Number(count) - gone)));
  return writeRule(parts);
}
