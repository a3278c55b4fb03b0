import { v7 as uuidv7 } from "uuid";
import { fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { EventScope, EventStatus } from "../../contract.ts";
import { beginSeries, type Rewriting, rewriteRow, rewriteSeries } from "../series/change-series.ts";
import type { ClubTime } from "../time/club-time.ts";
import {
  deleteEventRows,
  insertEvents,
  lockEvent,
  selectEvent,
  selectOccurrences,
} from "./event-queries.ts";
import type { Happening, SeriesRow } from "./event-record.ts";
import { beginningsBetween, lastBeginning } from "../series/expansion.ts";
import { type EventTarget, existingEvent, findEvent } from "./find-event.ts";
import { invitationHooks } from "./invitation-hooks.ts";
import { newOccurrence, timesAt, writtenValues } from "./new-event.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import { splitSeries, truncateSeries } from "../series/split-series.ts";

const TEN_YEARS_MS = 10 * 366 * 86_400_000;

type Series = Extract<EventTarget, { kind: "SERIES" }>;
type Occurrence = Extract<EventTarget, { kind: "OCCURRENCE" }>;

/** Finds an event and holds it, a series as a whole, until the end of the transaction. */
export async function lockedEvent(tx: WriteTx, id: string, time: ClubTime): Promise<EventTarget> {
  const found = await existingEvent(tx, id, time);
  await lockEvent(tx, found.kind === "SINGLE" ? found.row.id : found.series.id);
  // Somebody may have changed it while we waited.
  return existingEvent(tx, id, time);
}

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

/** Writes new values; answers the id under which the event is found afterwards. */
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

/** Cancels or takes back; answers the id under which the event is found afterwards. */
export async function setStatus(
  tx: WriteTx,
  target: EventTarget,
  scope: EventScope,
  status: EventStatus,
  time: ClubTime,
): Promise<string> {
  if (target.kind === "SINGLE") return (await rewriteRow(tx, target.row, { status }, false)).id;
  const kept = { recurrence: undefined, exdates: undefined, resetAnswers: false };
  if (scope === "ONE") {
    const occurrence = await occurrenceOf(tx, target, time);
    const values = {
      ...writtenValues(occurrence.happening.row),
      ...timesOf(occurrence.happening),
      status,
    };
    return changeOne(tx, occurrence, { ...kept, values, calendarId: target.series.calendar_id });
  }
  const isSplit = scope === "FOLLOWING" && target.kind === "OCCURRENCE";
  const series = isSplit ? await splitSeries(tx, target.series, target.start, time) : target.series;
  await rewriteSeries(
    tx,
    series,
    { ...kept, values: { ...writtenValues(series), status }, calendarId: series.calendar_id },
    time,
  );
  if (target.kind === "SERIES") return series.id;
  return target.row?.id ?? toOccurrenceId(series.series_key, target.start);
}

export async function deleteEvent(
  tx: WriteTx,
  target: EventTarget,
  scope: EventScope,
  time: ClubTime,
): Promise<void> {
  if (target.kind === "SINGLE") {
    await invitationHooks().onEventsDeleted(tx, [target.row]);
    return deleteEventRows(tx, [target.row.id]);
  }
  if (scope === "ALL") return deleteSeries(tx, target.series);
  const occurrence = await occurrenceOf(tx, target, time);
  if (scope === "FOLLOWING") return truncateSeries(tx, occurrence.series, occurrence.start, time);
  if (occurrence.row !== null) {
    await invitationHooks().onEventsDeleted(tx, [occurrence.row]);
    await deleteEventRows(tx, [occurrence.row.id]);
  }
  const exdates = [...new Set([...occurrence.series.exdates, occurrence.start])].sort(
    (a, b) => a - b,
  );
  await rewriteRow(tx, occurrence.series, { exdates }, false);
  await deleteSeriesWhenEmpty(tx, { ...occurrence.series, exdates }, time);
}

/**
 * The row of an event, made when an occurrence has none yet: invitations need one to hang on. The
 * occurrence stays as it was, with its id and version.
 */
export async function eventRowFor(tx: WriteTx, target: EventTarget): Promise<string> {
  if (target.kind === "SINGLE") return target.row.id;
  if (target.kind === "SERIES") return target.series.id;
  if (target.row !== null) return target.row.id;
  const values = { ...writtenValues(target.series), ...timesOf(target.happening) };
  const known = toOccurrenceId(target.series.series_key, target.start);
  // Taken when the series once reached further, was split there and reaches further again.
  const id = (await selectEvent(tx, known)) === undefined ? known : uuidv7();
  await insertEvents(tx, [
    newOccurrence(target.series, target.start, id, values, target.series.version),
  ]);
  return id;
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
  const { series, happening } = target;
  if (change.recurrence === null) return (await rewriteSeries(tx, series, change, time)).id;
  const start = time.moved(series.starts_at, happening.starts_at, change.values.starts_at);
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

async function deleteSeries(tx: WriteTx, series: SeriesRow): Promise<void> {
  await invitationHooks().onEventsDeleted(tx, [
    series,
    ...(await selectOccurrences(tx, series.id, null)),
  ]);
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

/** The occurrence that is meant: of a series' own id the first one that was not left out. */
async function occurrenceOf(
  tx: ReadTx,
  target: Series | Occurrence,
  time: ClubTime,
): Promise<Occurrence> {
  if (target.kind === "OCCURRENCE") return target;
  const { series } = target;
  const left = new Set(series.exdates);
  const end = series.series_ends_at ?? series.starts_at + TEN_YEARS_MS;
  const start = beginningsBetween(
    { start: series.starts_at, recurrence: series.recurrence },
    series.starts_at,
    end + 1,
    time,
  ).find((begin) => !left.has(begin));
  const first =
    start === undefined
      ? undefined
      : await findEvent(tx, toOccurrenceId(series.series_key, start), time);
  if (first?.kind !== "OCCURRENCE")
    throw fieldProblem(
      "scope",
      "Diese Serie hat keinen einzelnen Termin mehr.",
      "INVALID",
      "UNPROCESSABLE",
    );
  return first;
}

function timesOf({
  starts_at,
  ends_at,
  meet_at,
  all_day,
  answer_deadline,
}: Pick<Happening, keyof ReturnType<typeof timesAt>>) {
  return { starts_at, ends_at, meet_at, all_day, answer_deadline };
}
