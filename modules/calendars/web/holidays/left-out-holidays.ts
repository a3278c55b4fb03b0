import { addDays } from "#platform/web/format/club-time.ts";
import { formatDate } from "#platform/web/format/format.ts";
import type { Holiday } from "../../holiday-contract.ts";
import type { RecurrenceValues } from "../recurrence/recurrence-values.ts";
import { weekdayCode } from "../recurrence/rule-sentence.ts";

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

/** `Weihnachtsferien (23.12.2026 bis 09.01.2027), Karfreitag (26.03.2027) und 3 weitere` */
export function holidayWords(holidays: readonly Holiday[]): string {
  const words = holidays.slice(0, NAMED).map(({ name, from, to }) => {
    const days = from === to ? formatDate(from) : `${formatDate(from)} bis ${formatDate(to)}`;
    return `${name} (${days})`;
  });
  const more = holidays.length - NAMED;
  return words.join(", ") + (more > 0 ? ` und ${more} weitere` : "");
}
