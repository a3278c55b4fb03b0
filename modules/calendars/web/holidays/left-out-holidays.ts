import { addDays } from "#platform/web/format/club-time.ts";
import { formatDate } from "#platform/web/format/format.ts";
import type { Holiday } from "../../holiday-contract.ts";
import type { RecurrenceValues } from "../recurrence/recurrence-values.ts";
import { weekdayCode } from "../recurrence/rule-sentence.ts";
import { WEEKDAYS } from "../../recurrence-rule.ts";

/** As far as what is left out is named. */
const NAMED_DAYS = 365;
const NAMED = 6;

/** Returns the days of the first year of a series, the last of them excluded. */
export function firstYear(start: string): { from: string; to: string } {
  return { from: start, to: addDays(start, NAMED_DAYS) };
}

/**
 * Returns the holidays in the first year of a series on which it would take place; where the rule
 * does not say on which weekdays that is, all of them.
 */
export function leftOutHolidays(
  holidays: readonly Holiday[],
  start: string,
  { repeat, weekdays, end, until }: RecurrenceValues,
): Holiday[] {
  const year = firstYear(start);
  const last = end === "UNTIL" && until !== null && until < year.to ? until : year.to;
  const inSchoolHolidays = ({ kind, from }: Holiday) =>
    kind === "PUBLIC" &&
    holidays.some((one) => one.kind === "SCHOOL" && one.from <= from && from <= one.to);
  return holidays.filter((one) => {
    if (inSchoolHolidays(one)) return false;
    const first = one.from > start ? one.from : start;
    const end = one.to < last ? one.to : last;
    for (let day = first; day <= end; day = addDays(day, 1))
      if (repeat !== "WEEKLY" || weekdays.includes(weekdayCode(day))) return true;
    return false;
  });
}

export interface HeldDates {
  /** Of the dates that the rule counts. */
  held: number;
  /** `YYYY-MM-DD` of the last of them. */
  last: string | null;
  /** How many the rule has to count for as many to be held as it counts now. */
  needed: number;
}

/**
 * Returns what is left of a series of so many dates; undefined where the rule counts none, by days
 * or weeks, or where it goes beyond the first year.
 */
export function heldDates(
  holidays: readonly Holiday[],
  start: string,
  { repeat, interval, weekdays, end, count }: RecurrenceValues,
): HeldDates | undefined {
  if (end !== "COUNT" || (repeat !== "DAILY" && repeat !== "WEEKLY")) return undefined;
  const { to } = firstYear(start);
  const isFree = (day: string) => holidays.some((one) => one.from <= day && day <= one.to);
  const result: HeldDates = { held: 0, last: null, needed: 0 };
  let heldOfAll = 0;
  // Weeks begin on Monday, as in the rule.
  const monday = WEEKDAYS.indexOf(weekdayCode(start));
  for (let day = start, number = 0; day < to; day = addDays(day, 1), number++) {
    const takesPlace =
      repeat === "DAILY"
        ? number % interval === 0
        : Math.floor((monday + number) / 7) % interval === 0 && weekdays.includes(weekdayCode(day));
    if (!takesPlace) continue;
    result.needed += 1;
    if (isFree(day)) continue;
    heldOfAll += 1;
    if (result.needed <= count) {
      result.held += 1;
      result.last = day;
    }
    if (heldOfAll === count) return result;
  }
  return undefined;
}

/** `Weihnachtsferien (23.12.2026 bis 09.01.2027), Karfreitag (26.03.2027) und 3 weitere` */
export function holidayWords(holidays: readonly Holiday[]): string {
  const words = holidays.slice(0, NAMED).map(({ name, from, to }) => {
    const days = from === to ? formatDate(from) : `${formatDate(from)} bis ${formatDate(to)}`;
    return `${name} (${days})`;
  });
  const more = holidays.length - NAMED;
  return words.join(", ") + (more > 0 ? ` und ${more} weitere` : "");
}
