import { fieldProblem } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { EventScope } from "../../contract.ts";
import { selectEvent } from "../events/event-queries.ts";
import type { EventValues, SeriesRow } from "../events/event-record.ts";
import { eventRowFor } from "../events/event-rows.ts";
import type { EventTarget } from "../events/find-event.ts";
import { timesAt, timesOf, writtenValues } from "../events/new-event.ts";
import { beginningsBetween } from "../series/expansion.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import type { ClubTime } from "../time/club-time.ts";
import { beginSeries, type Rewriting, rewriteRow, rewriteSeries } from "./change-series.ts";
import { type Occurrence, occurrenceOf } from "./occurrence-of.ts";
import { splitSeries } from "./split-series.ts";

/**
 * What the change is about in the end: of a series' own id ONE means its first occurrence,
 * FOLLOWING means all.
 */
export function effectiveScope(target: EventTarget, scope: EventScope | undefined): EventScope {
  if (target.kind === "SINGLE") return "ALL";
  if (target.kind === "SERIES") return scope === "ONE" ? "ONE" : "ALL";
  if (scope === "FOLLOWING" && target.start <= target.series.starts_at) return "ALL";
  return scope ?? "ONE";
}

/** Writes new values; returns the id under which the event is found afterwards. */
export async function changeEvent(
  tx: WriteTx,
  target: EventTarget,
  scope: EventScope,
  change: Rewriting,
  time: ClubTime,
): Promise<string> {
  if (target.kind === "SINGLE") {
    if (typeof change.recurrence === "string")
      return (await beginSeries(tx, target.row, { ...change, recurrence: change.recurrence }, time))
        .id;
    return (
      await rewriteRow(
        tx,
        target.row,
        { ...change.values, calendar_id: change.calendarId },
        change.resetAnswers,
      )
    ).id;
  }
  if (scope === "ONE") return changeOne(tx, await occurrenceOf(tx, target, time), change);
  if (target.kind === "SERIES") return (await rewriteSeries(tx, target.series, change, time)).id;
  if (scope === "ALL") return changeAll(tx, target, change, time);
  // The rule as it was read is the rule of both parts; how often it still happens was worked out by
  // the split.
  const recurrence = change.recurrence === target.series.recurrence ? undefined : change.recurrence;
  const later = await splitSeries(tx, target.series, target.start, time);
  return changeAll(
    tx,
    { ...target, series: { ...target.series, ...later } },
    { ...change, recurrence },
    time,
  );
}

/** Cancels or takes back; returns the id under which the event is found afterwards. */
export async function setStatus(
  tx: WriteTx,
  target: EventTarget,
  scope: EventScope,
  change: Pick<EventValues, "status" | "cancel_reason">,
  time: ClubTime,
): Promise<string> {
  if (target.kind === "SINGLE") return (await rewriteRow(tx, target.row, change, false)).id;
  const kept = {
    recurrence: undefined,
    exdates: undefined,
    leavesOutHolidays: undefined,
    resetAnswers: false,
  };
  if (scope === "ONE") {
    const single = await occurrenceOf(tx, target, time);
    const values = {
      ...writtenValues(single.occurrence.row),
      ...timesOf(single.occurrence),
      ...change,
    };
    return changeOne(tx, single, { ...kept, values, calendarId: target.series.calendar_id });
  }
  const isSplit = scope === "FOLLOWING" && target.kind === "OCCURRENCE";
  const series = isSplit ? await splitSeries(tx, target.series, target.start, time) : target.series;
  await rewriteSeries(
    tx,
    series,
    { ...kept, values: { ...writtenValues(series), ...change }, calendarId: series.calendar_id },
    time,
  );
  if (target.kind === "SERIES") return series.id;
  return target.row?.id ?? toOccurrenceId(series.series_key, target.start);
}

async function changeOne(
  tx: WriteTx,
  target: Occurrence,
  { values, calendarId, resetAnswers }: Rewriting,
): Promise<string> {
  if (calendarId !== target.series.calendar_id) {
    throw fieldProblem(
      "calendarId",
      "Ein einzelner Termin einer Serie bleibt im Kalender der Serie.",
      "INVALID",
      "UNPROCESSABLE",
    );
  }
  if (target.row !== null) return (await rewriteRow(tx, target.row, values, resetAnswers)).id;
  // Made as it was and then changed, so that it is counted and told like any other change.
  const id = await eventRowFor(tx, target);
  const made = await selectEvent(tx, id);
  if (made === undefined) throw new Error("the row of an occurrence was not made");
  return (await rewriteRow(tx, made, values, resetAnswers)).id;
}

/** Changes a series from one of its occurrences: what was done to that one is done to all. */
async function changeAll(
  tx: WriteTx,
  target: Occurrence,
  change: Rewriting,
  time: ClubTime,
): Promise<string> {
  const { series, occurrence } = target;
  if (change.recurrence === null) return (await rewriteSeries(tx, series, change, time)).id;
  const start = time.moved(series.starts_at, occurrence.starts_at, change.values.starts_at);
  const values = { ...change.values, ...timesAt(change.values, start, time) };
  const from = target.row === null ? undefined : { id: target.row.id, values: change.values };
  const after = (await rewriteSeries(tx, series, { ...change, values, from }, time)) as SeriesRow;
  if (target.row !== null) return target.row.id;
  const moved = time.moved(target.start, series.starts_at, after.starts_at);
  const id = toOccurrenceId(after.series_key, moved);
  // Another rule may have no occurrence there any more.
  return beginningsBetween(
    { start: after.starts_at, recurrence: after.recurrence },
    moved,
    moved + 1,
    time,
  ).length > 0
    ? id
    : after.id;
}
