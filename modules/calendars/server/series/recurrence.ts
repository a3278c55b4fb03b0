import { fieldProblem } from "#platform/server/http/app-error.ts";
import { readDay, readRule, type RuleParts, writeRule } from "../../recurrence-rule.ts";
import type { ClubTime } from "../time/club-time.ts";

const FREQUENCIES = new Set(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
/** Ten years of days. */
const MAX_COUNT = 3_660;
const MAX_INTERVAL = 1_000;

/** Which values a part may have; parts that are not named here are refused. */
const PARTS: Record<string, (value: string) => boolean> = {
  FREQ: (value) => FREQUENCIES.has(value),
  INTERVAL: (value) => isNumber(value, 1, MAX_INTERVAL),
  COUNT: (value) => isNumber(value, 1, MAX_COUNT),
  UNTIL: (value) => /^\d{8}(?:T\d{6}Z?)?$/.test(value),
  WKST: (value) => readDay(value)?.ordinal === 0,
  BYDAY: (value) => value.split(",").every((day) => readDay(day) !== null),
  BYMONTH: list(1, 12),
  BYMONTHDAY: signedList(31),
  BYYEARDAY: signedList(366),
  BYWEEKNO: signedList(53),
  BYSETPOS: signedList(366),
  // Some programs repeat the beginning here; `withoutClock` takes it away.
  BYHOUR: (value) => isNumber(value, 0, 23),
  BYMINUTE: (value) => isNumber(value, 0, 59),
  BYSECOND: (value) => isNumber(value, 0, 59),
};

/** Returns the parts of a rule that `checkedRule` let into the database. */
export function partsOfRule(recurrence: string): RuleParts {
  const parts = readRule(recurrence);
  if (parts === null) throw new Error(`No recurrence rule: ${recurrence}`);
  return parts;
}

/**
 * A recurrence rule as it is kept: checked, bounded, UNTIL as a moment in UTC (all-day: a date), as
 * RFC 5545 has it.
 * @param text `FREQ=WEEKLY;BYDAY=MO`, with or without `RRULE:` in front
 * @param start beginning of the series, in milliseconds
 * @throws AppError 422 at the field `recurrence`
 */
export function checkedRule(text: string, start: number, allDay: boolean, time: ClubTime): string {
  const parts = readRule(text);
  if (parts === null) throw refused("Diese Wiederholungsregel ist nicht lesbar.");
  for (const [name, value] of parts) checkPart(name, value);
  if (!parts.has("FREQ"))
    throw refused("Der Wiederholungsregel fehlt, wie oft sich der Termin wiederholt.");
  if (parts.has("COUNT") && parts.has("UNTIL"))
    throw refused("Eine Wiederholung endet an einem Tag oder nach einer Anzahl, nicht beides.");
  withoutClock(parts, start, allDay, time);
  const until = parts.get("UNTIL");
  if (until !== undefined) {
    const last = untilMoment(until, time);
    if (last === undefined || last < start)
      throw refused("Die Wiederholung endet vor dem ersten Termin.");
    parts.set("UNTIL", writeUntil(last, allDay, time));
  }
  return writeRule(parts);
}

function checkPart(name: string, value: string): void {
  if (name === "FREQ" && ["HOURLY", "MINUTELY", "SECONDLY"].includes(value))
    throw refused("Ein Termin kann sich höchstens täglich wiederholen.");
  if (name === "COUNT" && /^\d+$/.test(value) && Number(value) > MAX_COUNT)
    throw refused("Ein Termin kann sich höchstens 3.660-mal wiederholen.");
  if (!Object.hasOwn(PARTS, name) || PARTS[name]?.(value) !== true)
    throw refused("Diese Wiederholungsregel wird nicht unterstützt.");
}

/**
 * The last moment at which an occurrence may begin; undefined when there is no such day. A date
 * means all of it.
 */
export function untilMoment(until: string, time: ClubTime): number | undefined {
  const [, date = "", clock, zulu] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(until) ?? [];
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const text =
    clock === undefined
      ? `${day}T23:59:59Z`
      : `${day}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}Z`;
  const value = Date.parse(text);
  if (Number.isNaN(value) || new Date(value).toISOString().slice(0, 10) !== day) return undefined;
  return zulu === "Z" ? value : time.toMoment(value);
}

export function writeUntil(moment: number, allDay: boolean, time: ClubTime): string {
  if (allDay) return time.dayOf(moment).replaceAll("-", "");
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/**
 * BYHOUR and its like would let one day have several beginnings; what only repeats the beginning is
 * dropped.
 */
function withoutClock(parts: RuleParts, start: number, allDay: boolean, time: ClubTime): void {
  const local = new Date(time.toLocal(start));
  const clock: [string, number][] = [
    ["BYHOUR", local.getUTCHours()],
    ["BYMINUTE", local.getUTCMinutes()],
    ["BYSECOND", local.getUTCSeconds()],
  ];
  for (const [name, value] of clock) {
    if (!allDay && parts.has(name) && Number(parts.get(name)) !== value)
      throw refused("Ein Termin kann sich höchstens täglich wiederholen.");
    parts.delete(name);
  }
}

function isNumber(value: string, min: number, max: number): boolean {
  return /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max;
}

function list(min: number, max: number) {
  return (value: string) => value.split(",").every((entry) => isNumber(entry, min, max));
}

function signedList(max: number) {
  return (value: string) =>
    value.split(",").every((entry) => isNumber(entry.replace(/^[+-]/, ""), 1, max));
}

function refused(message: string) {
  return fieldProblem("recurrence", message, "INVALID", "UNPROCESSABLE");
}
