import { selectOccurrences } from "../events/event-queries.ts";
import {
  type EventChanges,
  deleteEventRows,
  parkOccurrences,
  updateEventRow,
} from "../events/event-write-queries.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { ClubTime } from "../time/club-time.ts";
import type { EventRow, EventValues, OccurrenceRow, SeriesRow } from "../events/event-record.ts";
import { afterEventChange, beforeEventsDeleted } from "../invitations/event-effects.ts";
import {
  leftOutOf,
  movedToAnotherDay,
  NOTHING_LEFT_OUT,
  withoutHolidays,
} from "../holidays/holiday-exdates.ts";
import { dropOccurrences } from "./dropped-occurrences.ts";
import { newSeriesKey, uniqueUid, seriesEnd, timesAt } from "../events/new-event.ts";
import { checkedRule } from "../series/recurrence.ts";
import { shiftRule } from "../series/shift-rule.ts";

export interface Rewriting {
  values: EventValues;
  calendarId: string;
  /** As people wrote it; undefined: stays. Null: the series becomes a single event. */
  recurrence: string | null | undefined;
  /** Undefined: stay. */
  exdates: readonly number[] | undefined;
  /** Undefined: stays. */
  leavesOutHolidays: boolean | undefined;
  resetAnswers: boolean;
  /**
   * The occurrence from which the change was made gets the values as they are, whatever it was
   * before.
   */
  from?: { id: string; values: EventValues } | undefined;
}

/** Writes a row and tells the invitations. */
export async function rewriteRow(
  tx: WriteTx,
  before: EventRow,
  changes: EventChanges,
  resetAnswers: boolean,
): Promise<EventRow> {
  const moved = { ...before, ...changes };
  const sequence = concernsGuests(before, moved) ? before.sequence + 1 : before.sequence;
  await uniqueUid(() => updateEventRow(tx, before.id, { ...changes, sequence }));
  const after = { ...moved, sequence, version: before.version + 1 };
  await afterEventChange(tx, { before, after, resetAnswers });
  return after;
}

/**
 * Gives a series other values, times (of its beginning) or another rule. Rows of single occurrences
 * keep what was changed in them and take over the rest; their place in the series moves with its
 * beginning. Those of days that the series has no more go, and who is invited is told.
 */
export async function rewriteSeries(
  tx: WriteTx,
  series: SeriesRow,
  change: Rewriting,
  time: ClubTime,
): Promise<EventRow> {
  const { values, calendarId, resetAnswers } = change;
  const occurrences = await selectOccurrences(tx, series.id, null);
  if (change.recurrence === null) {
    if (occurrences.length > 0) {
      await beforeEventsDeleted(tx, occurrences);
      await deleteEventRows(
        tx,
        occurrences.map(({ id }) => id),
      );
    }
    const single = {
      recurrence: null,
      series_key: null,
      series_ends_at: null,
      ...NOTHING_LEFT_OUT,
    };
    return rewriteRow(tx, series, { ...values, calendar_id: calendarId, ...single }, resetAnswers);
  }
  const shifted = (moment: number) => time.moved(moment, series.starts_at, values.starts_at);
  const recurrence = ruleAfter(series, change, time);
  const today = time.midnight(Date.now());
  const known = new Set(series.exdates);
  const leaving = {
    own: withoutHolidays(change.exdates ?? series.exdates, series).map((start) =>
      known.has(start) ? shifted(start) : start,
    ),
    leavesOutHolidays: change.leavesOutHolidays ?? series.leaves_out_holidays,
    past: series.holiday_exdates.map(shifted).filter((start) => start < today),
    from: today,
    held: new Set(movedToAnotherDay(occurrences, time).map(shifted)),
  };
  const leftOut = await leftOutOf(tx, { ...values, recurrence }, leaving, time);
  const changes = {
    ...values,
    calendar_id: calendarId,
    recurrence,
    ...leftOut,
    series_ends_at: seriesEnd(values, recurrence, time),
  };
  const after = (await rewriteRow(tx, series, changes, resetAnswers)) as SeriesRow;
  const changed = { before: series, after, shifted };
  const kept = await dropOccurrences(tx, occurrences, changed, change.from?.id, time);
  if (values.starts_at !== series.starts_at) {
    await parkOccurrences(
      tx,
      kept.map(({ id }) => id),
    );
  }
  for (const row of kept) {
    const start = shifted(row.recurrence_start);
    const taken =
      row.id === change.from?.id
        ? change.from.values
        : followed(row, series, { ...after, ...timesAt(after, start, time) }, time);
    await rewriteRow(
      tx,
      row,
      { ...taken, calendar_id: calendarId, recurrence_start: start },
      resetAnswers,
    );
  }
  return after;
}

/** A single event that begins to repeat. */
export async function beginSeries(
  tx: WriteTx,
  row: EventRow,
  change: Rewriting & { recurrence: string },
  time: ClubTime,
): Promise<EventRow> {
  const { values, calendarId, resetAnswers, exdates = [], leavesOutHolidays = false } = change;
  const recurrence = checkedRule(change.recurrence, values.starts_at, values.all_day, time);
  const series = {
    recurrence,
    series_key: newSeriesKey(),
    series_ends_at: seriesEnd(values, recurrence, time),
    ...(await leftOutOf(tx, { ...values, recurrence }, { own: exdates, leavesOutHolidays }, time)),
  };
  return rewriteRow(tx, row, { ...values, calendar_id: calendarId, ...series }, resetAnswers);
}

/** A rule that was not touched moves with the beginning; another one is taken as it is. */
function ruleAfter(series: SeriesRow, { recurrence, values }: Rewriting, time: ClubTime): string {
  const given = recurrence ?? series.recurrence;
  if (given !== series.recurrence)
    return checkedRule(given, values.starts_at, values.all_day, time);
  const shifted = shiftRule(
    series.recurrence,
    series.starts_at,
    values.starts_at,
    values.all_day,
    time,
  );
  return checkedRule(shifted, values.starts_at, values.all_day, time);
}

/**
 * What a row has in common with its series follows it, field by field; its times do so together.
 */
function followed(
  row: OccurrenceRow,
  before: SeriesRow,
  after: EventValues,
  time: ClubTime,
): EventValues {
  const plan = timesAt(before, row.recurrence_start, time);
  const keep = <K extends keyof EventValues>(field: K, planned: EventValues[K]): EventValues[K] =>
    row[field] === planned ? after[field] : row[field];
  const isOnTime =
    row.starts_at === plan.starts_at &&
    row.ends_at === plan.ends_at &&
    row.meet_at === plan.meet_at &&
    row.all_day === plan.all_day;
  const { starts_at, ends_at, meet_at, all_day } = isOnTime ? after : row;
  return {
    starts_at,
    ends_at,
    meet_at,
    all_day,
    title: keep("title", before.title),
    description: keep("description", before.description),
    location: keep("location", before.location),
    status: keep("status", before.status),
    cancel_reason: keep("cancel_reason", before.cancel_reason),
    answer_deadline: keep("answer_deadline", plan.answer_deadline),
    answer_maximum: keep("answer_maximum", before.answer_maximum),
    allow_comment: keep("allow_comment", before.allow_comment),
    allow_companions: keep("allow_companions", before.allow_companions),
    waiting_list: keep("waiting_list", before.waiting_list),
  };
}

/** Whether calendars that have taken the event over need to take the change over. */
function concernsGuests(before: EventRow, after: EventRow): boolean {
  return (
    before.starts_at !== after.starts_at ||
    before.ends_at !== after.ends_at ||
    before.all_day !== after.all_day ||
    before.location !== after.location ||
    before.title !== after.title ||
    before.status !== after.status ||
    before.recurrence !== after.recurrence ||
    before.exdates.join() !== after.exdates.join()
  );
}
