import { addDays } from "#platform/web/format/club-time.ts";
import type { Holiday } from "../../holiday-contract.ts";

/** What a day is called: a public holiday within school holidays has its own name. */
export type HolidayDays = ReadonlyMap<string, Holiday>;

/** Returns each day of the period that is a holiday; `to` is the day after the last. */
export function holidayDays(
  holidays: readonly Holiday[],
  { from, to }: { from: string; to: string },
): HolidayDays {
  const days = new Map<string, Holiday>();
  for (const one of holidays) {
    const end = one.to < to ? one.to : addDays(to, -1);
    for (let day = one.from > from ? one.from : from; day <= end; day = addDays(day, 1))
      if (days.get(day)?.kind !== "PUBLIC") days.set(day, one);
  }
  return days;
}

/** Whether the name stands at this day of a week: where it begins, and anew on Mondays. */
export function isNamedAt(day: string, days: HolidayDays): boolean {
  return isMonday(day) || !isSameAsBefore(day, days);
}

/**
 * The same in a month, whose Mondays have the number of the week where the name would stand: it
 * comes on Tuesday if that is a day of the same holiday.
 */
export function isNamedInMonth(day: string, days: HolidayDays): boolean {
  const before = addDays(day, -1);
  if (isMonday(day)) return !isSameAsBefore(addDays(day, 1), days);
  return isMonday(before) || isNamedAt(day, days);
}

function isMonday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
}

function isSameAsBefore(day: string, days: HolidayDays): boolean {
  return days.get(addDays(day, -1))?.name === days.get(day)?.name;
}
