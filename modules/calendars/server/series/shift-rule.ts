import type { ClubTime } from "../time/club-time.ts";
import { WEEKDAYS, writeRule } from "../../recurrence-rule.ts";
import { partsOfRule, untilMoment, writeUntil } from "./recurrence.ts";

const DAY_MS = 86_400_000;

/**
 * The rule of a series whose beginning moves: the days it names move along, so that a training on
 * Mondays that is moved to Tuesday stays weekly, on Tuesdays. Its end moves by the same time on the
 * clock. What has no plain meaning after a move (several days of a month, days of a year) stays as
 * it is.
 */
export function shiftRule(
  recurrence: string,
  from: number,
  to: number,
  allDay: boolean,
  time: ClubTime,
): string {
  if (from === to) return recurrence;
  const parts = partsOfRule(recurrence);
  const oldDay = Math.floor(time.toLocal(from) / DAY_MS);
  const newDay = Math.floor(time.toLocal(to) / DAY_MS);
  if (oldDay !== newDay) {
    const days = parts.get("BYDAY");
    if (days !== undefined) parts.set("BYDAY", shiftDays(days, oldDay, newDay));
    const date = new Date(newDay * DAY_MS);
    const before = new Date(oldDay * DAY_MS);
    replaceSame(parts, "BYMONTHDAY", before.getUTCDate(), date.getUTCDate());
    replaceSame(parts, "BYMONTH", before.getUTCMonth() + 1, date.getUTCMonth() + 1);
  }
  const until = parts.get("UNTIL");
  if (until !== undefined) {
    const last = untilMoment(until, time);
    if (last !== undefined)
      parts.set("UNTIL", writeUntil(time.moved(last, from, to), allDay, time));
  }
  return writeRule(parts);
}

function shiftDays(list: string, oldDay: number, newDay: number): string {
  const days = list.split(",");
  const numbered = days.some((day) => day.length > 2);
  if (!numbered)
    return days
      .map((day) => WEEKDAYS[mod(WEEKDAYS.findIndex((one) => one === day) + newDay - oldDay, 7)])
      .join(",");
  // The 2nd Saturday: the number and day of the new date, counted from the same end of the month.
  const [day = "", ...more] = days;
  if (more.length > 0 || day.slice(-2) !== WEEKDAYS[weekdayOf(oldDay)]) return list;
  const date = new Date(newDay * DAY_MS);
  const lengthOfMonth = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0),
  ).getUTCDate();
  const number = day.startsWith("-")
    ? -Math.ceil((lengthOfMonth - date.getUTCDate() + 1) / 7)
    : Math.ceil(date.getUTCDate() / 7);
  return `${number}${WEEKDAYS[weekdayOf(newDay)] ?? ""}`;
}

function replaceSame(
  parts: Map<string, string>,
  name: string,
  before: number,
  after: number,
): void {
  if (parts.get(name) === String(before)) parts.set(name, String(after));
}

/** 0 = Monday; 1970 began with a Thursday. */
function weekdayOf(day: number): number {
  return mod(day + 3, 7);
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
