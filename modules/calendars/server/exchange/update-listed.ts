import type { WriteTx } from "#platform/server/database/database.ts";
import { changeEvent } from "../editing/change-event.ts";
import { lockedEvent } from "../events/event-rows.ts";
import type { ClubTime } from "../time/club-time.ts";
import { selectEvent } from "../events/event-queries.ts";
import { deleteEventRows, insertEvents, updateEventRow } from "../events/event-write-queries.ts";
import {
  type EventRow,
  type EventValues,
  isSeries,
  type SeriesRow,
} from "../events/event-record.ts";
import { findEvent } from "../events/find-event.ts";
import { ownExdates, withoutHolidays } from "../holidays/holiday-exdates.ts";
import { beforeEventsDeleted } from "../invitations/event-effects.ts";
import { newOccurrence, timesAt, writtenValues } from "../events/new-event.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import type { ListedEvent, ListedException } from "./listed-event.ts";

interface OwnOccurrence {
  row: EventRow;
  isInvited: boolean;
}

/**
 * Brings a known event to what the list says; returns whether anything changed. Of a series, the
 * list is the truth about rule and exceptions it names; occurrences that were changed here and that
 * it does not name stay.
 */
export async function updateListed(
  tx: WriteTx,
  row: EventRow,
  own: readonly OwnOccurrence[],
  event: ListedEvent,
  time: ClubTime,
): Promise<boolean> {
  const values = mergedValues(row, event, time);
  const isRewritten =
    !sameValues(row, values) ||
    row.recurrence !== event.recurrence ||
    ownExdates(row).join() !== withoutHolidays(event.exdates, row).join();
  if (isRewritten) await rewrite(tx, row, own, event, values, time);
  const changed =
    (await changeExceptions(tx, row.id, event.exceptions, isRewritten ? undefined : own, time)) ||
    isRewritten;
  if (changed && event.sequence > row.sequence) await raiseSequence(tx, row.id, event.sequence);
  return changed;
}

/** The values of one occurrence that differs: what the list says, and what follows the series. */
export function occurrenceValues(
  series: EventRow,
  { start, values }: ListedException,
  time: ClubTime,
): EventValues {
  const planned = timesAt(series, start, time);
  const moved = (moment: number | null) =>
    moment === null ? null : time.moved(moment, planned.starts_at, values.starts_at);
  const meet_at = moved(planned.meet_at);
  return {
    ...writtenValues(series),
    ...values,
    // A whole day is met on before or on it, never after.
    meet_at:
      meet_at !== null && (values.all_day ? meet_at < values.ends_at : meet_at <= values.starts_at)
        ? meet_at
        : null,
    answer_deadline: moved(planned.answer_deadline),
  };
}

/** Meeting and answering move along where the list says nothing of them. */
function mergedValues(row: EventRow, { values, says }: ListedEvent, time: ClubTime): EventValues {
  const moved = (moment: number | null) =>
    moment === null ? null : time.moved(moment, row.starts_at, values.starts_at);
  const { answer_maximum, allow_comment, allow_companions, waiting_list } = row;
  return {
    ...values,
    cancel_reason: values.status === "CANCELLED" ? row.cancel_reason : null,
    ...(says.meetAt ? {} : { meet_at: moved(row.meet_at) }),
    ...(says.invitationSettings
      ? {}
      : {
          answer_deadline: moved(row.answer_deadline),
          answer_maximum,
          allow_comment,
          allow_companions,
          waiting_list,
        }),
  };
}

function sameValues(row: EventRow, values: EventValues): boolean {
  const before = writtenValues(row);
  return (Object.keys(before) as (keyof EventValues)[]).every(
    (field) => before[field] === values[field],
  );
}

async function rewrite(
  tx: WriteTx,
  row: EventRow,
  own: readonly OwnOccurrence[],
  event: ListedEvent,
  values: EventValues,
  time: ClubTime,
): Promise<void> {
  const { recurrence, exdates } = event;
  if (values.starts_at !== row.starts_at || recurrence !== row.recurrence)
    await dropUninvited(tx, own);
  const change = {
    values,
    calendarId: row.calendar_id,
    // With its name in front it is never taken for the untouched rule, which would be shifted along
    // with the beginning.
    recurrence: recurrence === null ? null : `RRULE:${recurrence}`,
    exdates,
    leavesOutHolidays: undefined,
    resetAnswers: false,
  };
  await changeEvent(tx, await lockedEvent(tx, row.id, time), "ALL", change, time);
  const after = await selectEvent(tx, row.id);
  if (after === undefined) return;
  const left = withoutHolidays(exdates, after);
  if (ownExdates(after).join() !== left.join()) {
    const all = [...left, ...after.holiday_exdates].sort((a, b) => a - b);
    await updateEventRow(tx, row.id, { exdates: all });
  }
}

/**
 * Another beginning or rule: occurrences of old are the list's to name again, unless people are
 * invited to them.
 */
async function dropUninvited(tx: WriteTx, own: readonly OwnOccurrence[]): Promise<void> {
  const dropped = own.filter(({ isInvited }) => !isInvited).map(({ row }) => row);
  if (dropped.length === 0) return;
  await beforeEventsDeleted(tx, dropped);
  await deleteEventRows(
    tx,
    dropped.map(({ id }) => id),
  );
}

/** `own`: the rows as they are known to be; undefined when they may have changed since. */
async function changeExceptions(
  tx: WriteTx,
  seriesId: string,
  exceptions: readonly ListedException[],
  own: readonly OwnOccurrence[] | undefined,
  time: ClubTime,
): Promise<boolean> {
  if (exceptions.length === 0) return false;
  const known = new Map(own?.map(({ row }) => [row.recurrence_start, row]));
  const series = await selectEvent(tx, seriesId);
  if (series === undefined || !isSeries(series)) return false;
  let changed = false;
  for (const exception of exceptions) {
    const row = known.get(exception.start);
    if (
      row !== undefined &&
      sameValues(row, keptAnswers(row, occurrenceValues(series, exception, time)))
    )
      continue;
    if (await changeException(tx, series, exception, time)) changed = true;
  }
  return changed;
}

/** What the list never says of an occurrence stays as the occurrence has it. */
function keptAnswers(row: EventRow, values: EventValues): EventValues {
  const {
    meet_at,
    answer_deadline,
    answer_maximum,
    allow_comment,
    allow_companions,
    waiting_list,
  } = row;
  return {
    ...values,
    meet_at,
    answer_deadline,
    answer_maximum,
    allow_comment,
    allow_companions,
    waiting_list,
  };
}

async function changeException(
  tx: WriteTx,
  series: SeriesRow,
  exception: ListedException,
  time: ClubTime,
): Promise<boolean> {
  const id = toOccurrenceId(series.series_key, exception.start);
  const values = occurrenceValues(series, exception, time);
  const target = await findEvent(tx, id, time);
  if (target?.kind !== "OCCURRENCE") {
    // The rule has no occurrence there; the file says there is one.
    await insertEvents(tx, [newOccurrence(series, exception.start, id, values, 1)]);
    return true;
  }
  const { row } = target;
  const wanted = row === null ? values : keptAnswers(row, values);
  if (sameValues(row ?? { ...series, ...timesAt(series, exception.start, time) }, wanted))
    return false;
  await changeEvent(
    tx,
    target,
    "ONE",
    {
      values: wanted,
      calendarId: series.calendar_id,
      recurrence: undefined,
      exdates: undefined,
      leavesOutHolidays: undefined,
      resetAnswers: false,
    },
    time,
  );
  return true;
}

async function raiseSequence(tx: WriteTx, id: string, sequence: number): Promise<void> {
  const row = await selectEvent(tx, id);
  if (row !== undefined && row.sequence < sequence) await updateEventRow(tx, id, { sequence });
}
