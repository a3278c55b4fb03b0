import type { NewRow, RowChange } from "#platform/server/database/tables.ts";
import type { EventRow, NewEvent, StoredEvent } from "./event-record.ts";

/** Returns the row with its moments in milliseconds: the same object, for a month has a thousand. */
export function eventRow(row: StoredEvent): EventRow {
  const moments = {
    starts_at: row.starts_at.getTime(),
    ends_at: row.ends_at.getTime(),
    meet_at: row.meet_at?.getTime() ?? null,
    answer_deadline: row.answer_deadline?.getTime() ?? null,
    series_ends_at: row.series_ends_at?.getTime() ?? null,
    exdates: row.exdates.map((start) => start.getTime()),
    holiday_exdates: row.holiday_exdates.map((start) => start.getTime()),
    recurrence_start: row.recurrence_start?.getTime() ?? null,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
  };
  return Object.assign(row as Omit<StoredEvent, keyof typeof moments>, moments);
}

/** Returns a row, or some columns of one, as the database takes them. */
export function storedColumns(row: NewEvent): NewRow<"event">;
export function storedColumns(columns: Partial<NewEvent>): RowChange<"event">;
export function storedColumns(columns: Partial<NewEvent>): RowChange<"event"> {
  const { starts_at, ends_at, exdates, holiday_exdates, ...others } = columns;
  const { meet_at, answer_deadline, series_ends_at, recurrence_start, ...plain } = others;
  return {
    ...plain,
    ...(starts_at === undefined ? {} : { starts_at: new Date(starts_at) }),
    ...(ends_at === undefined ? {} : { ends_at: new Date(ends_at) }),
    ...(exdates === undefined ? {} : { exdates: dates(exdates) }),
    ...(holiday_exdates === undefined ? {} : { holiday_exdates: dates(holiday_exdates) }),
    ...(meet_at === undefined ? {} : { meet_at: date(meet_at) }),
    ...(answer_deadline === undefined ? {} : { answer_deadline: date(answer_deadline) }),
    ...(series_ends_at === undefined ? {} : { series_ends_at: date(series_ends_at) }),
    ...(recurrence_start === undefined ? {} : { recurrence_start: date(recurrence_start) }),
  };
}

function dates(moments: readonly number[]): Date[] {
  return moments.map((moment) => new Date(moment));
}

function date(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment);
}
