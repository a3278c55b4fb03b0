import type { WriteTx } from "#platform/server/database/database.ts";
import type { EventScope } from "../../contract.ts";
import { selectOccurrences } from "../events/event-queries.ts";
import { deleteEventRows } from "../events/event-write-queries.ts";
import type { SeriesRow } from "../events/event-record.ts";
import type { EventTarget } from "../events/find-event.ts";
import { beforeEventsDeleted } from "../invitations/event-effects.ts";
import { beginningsBetween, lastBeginning } from "../series/expansion.ts";
import type { ClubTime } from "../time/club-time.ts";
import { rewriteRow } from "./change-series.ts";
import { occurrenceOf } from "./occurrence-of.ts";
import { truncateSeries } from "./split-series.ts";

export async function deleteEvent(
  tx: WriteTx,
  target: EventTarget,
  scope: EventScope,
  time: ClubTime,
): Promise<void> {
  if (target.kind === "SINGLE") {
    await beforeEventsDeleted(tx, [target.row]);
    return deleteEventRows(tx, [target.row.id]);
  }
  if (scope === "ALL") return deleteSeries(tx, target.series);
  const occurrence = await occurrenceOf(tx, target, time);
  if (scope === "FOLLOWING") return truncateSeries(tx, occurrence.series, occurrence.start, time);
  if (occurrence.row !== null) {
    await beforeEventsDeleted(tx, [occurrence.row]);
    await deleteEventRows(tx, [occurrence.row.id]);
  }
  const exdates = [...new Set([...occurrence.series.exdates, occurrence.start])].sort(
    (a, b) => a - b,
  );
  await rewriteRow(tx, occurrence.series, { exdates }, false);
  await deleteSeriesWhenEmpty(tx, { ...occurrence.series, exdates }, time);
}

async function deleteSeries(tx: WriteTx, series: SeriesRow): Promise<void> {
  await beforeEventsDeleted(tx, [series, ...(await selectOccurrences(tx, series.id, null))]);
  await deleteEventRows(tx, [series.id]);
}

async function deleteSeriesWhenEmpty(
  tx: WriteTx,
  series: SeriesRow,
  time: ClubTime,
): Promise<void> {
  const rule = { start: series.starts_at, recurrence: series.recurrence };
  const last = lastBeginning(rule, time);
  if (last === undefined) return;
  const left = new Set(series.exdates);
  if (beginningsBetween(rule, series.starts_at, last + 1, time).some((start) => !left.has(start)))
    return;
  if ((await selectOccurrences(tx, series.id, null)).length === 0) await deleteSeries(tx, series);
}
