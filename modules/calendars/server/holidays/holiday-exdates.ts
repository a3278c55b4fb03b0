import type { ReadTx } from "#platform/server/database/database.ts";
import type { EventRow, OccurrenceRow } from "../events/event-record.ts";
import { beginningsBetween } from "../series/expansion.ts";
import type { ClubTime } from "../time/club-time.ts";
import { knownHolidays } from "./holidays.ts";

/** What a series leaves out, as its row has it. */
export type LeftOut = Pick<EventRow, "exdates" | "leaves_out_holidays" | "holiday_exdates">;

/** Nothing. */
export const NOTHING_LEFT_OUT: LeftOut = {
  exdates: [],
  leaves_out_holidays: false,
  holiday_exdates: [],
};

/** Returns the beginnings that people left out of a series, without those of holidays. */
export function ownExdates(row: Pick<EventRow, "exdates" | "holiday_exdates">): number[] {
  return withoutHolidays(row.exdates, row);
}

/** Returns those of the beginnings that the series does not leave out for holidays already. */
export function withoutHolidays(
  exdates: readonly number[],
  { holiday_exdates }: Pick<EventRow, "holiday_exdates">,
): number[] {
  return exdates.filter((start) => !holiday_exdates.includes(start));
}

interface Leaving {
  /** What people leave out. */
  own: readonly number[];
  leavesOutHolidays: boolean;
  /** Left out for holidays before and for good: what is past stays as it was. */
  past?: readonly number[];
  /** Beginnings before are not touched. Absent: all are looked at. */
  from?: number;
  /** Beginnings that take place on holidays all the same. */
  held?: ReadonlySet<number>;
}

/** Returns what a series leaves out with all holidays that are known. */
export async function leftOutOf(
  tx: ReadTx,
  series: Pick<EventRow, "starts_at"> & { recurrence: string },
  leaving: Leaving,
  time: ClubTime,
): Promise<LeftOut> {
  const { own, leavesOutHolidays, past = [], from = series.starts_at, held } = leaving;
  const coming = leavesOutHolidays ? await beginningsOnHolidays(tx, series, from, time) : [];
  const isOwn = new Set(own);
  const holidays = [...past, ...coming].filter((start) => !isOwn.has(start) && !held?.has(start));
  return {
    exdates: ascending([...own, ...holidays]),
    leaves_out_holidays: leavesOutHolidays,
    holiday_exdates: ascending(holidays),
  };
}

/** Returns the beginnings of occurrences that were moved to another day by hand. */
export function movedToAnotherDay(rows: readonly OccurrenceRow[], time: ClubTime): number[] {
  return rows
    .filter((row) => time.dayOf(row.starts_at) !== time.dayOf(row.recurrence_start))
    .map((row) => row.recurrence_start);
}

/** Holidays are days of the club's clock, whichever day it is elsewhere. */
async function beginningsOnHolidays(
  tx: ReadTx,
  series: Pick<EventRow, "starts_at"> & { recurrence: string },
  from: number,
  time: ClubTime,
): Promise<number[]> {
  const { days, until } = await knownHolidays(tx, time.dayOf(from));
  if (until === null) return [];
  const end = time.nextMidnight(Date.parse(`${until}T12:00:00Z`));
  const rule = { start: series.starts_at, recurrence: series.recurrence };
  return beginningsBetween(rule, from, end, time).filter((start) => days.has(time.dayOf(start)));
}

function ascending(moments: readonly number[]): number[] {
  return [...new Set(moments)].sort((a, b) => a - b);
}
