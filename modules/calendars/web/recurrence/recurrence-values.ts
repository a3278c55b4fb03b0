import { addDays, clubInstant } from "#platform/web/format/club-time.ts";
import type { Weekday } from "../../recurrence-rule.ts";
import { parseRule, ruleText, type Rule } from "./rule.ts";
import { untilDate, weekdayCode } from "./rule-sentence.ts";

export type Repeat = "NONE" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY" | "OWN";
/**
 * On the 12th, on the 2nd Saturday, on the last Saturday: always as the first day of the series has
 * it.
 */
export type MonthlyBy = "DATE" | "WEEKDAY" | "LAST";
export type RecurrenceEnd = "NEVER" | "UNTIL" | "COUNT";

/** A recurrence as the form holds it. */
export interface RecurrenceValues {
  repeat: Repeat;
  interval: number;
  /** Weekly. */
  weekdays: Weekday[];
  /** Monthly and yearly. */
  by: MonthlyBy;
  end: RecurrenceEnd;
  /** `YYYY-MM-DD`, the last possible day. */
  until: string | null;
  count: number;
  /** A rule the form has no words for (`repeat: OWN`), kept as it is. */
  own: string | null;
}

/** What a new recurrence offers for an event that begins on this day (`YYYY-MM-DD`). */
export function recurrenceFor(start: string, repeat: Repeat = "NONE"): RecurrenceValues {
  return {
    repeat,
    interval: 1,
    weekdays: [weekdayCode(start)],
    by: "DATE",
    end: "NEVER",
    until: null,
    count: 10,
    own: null,
  };
}

/** Reads a rule into the form; what the form has no words for stays as it is. */
export function valuesOfRule(text: string | null, start: string): RecurrenceValues {
  const values = recurrenceFor(start);
  if (text === null || text === "") return values;
  const rule = parseRule(text);
  if (!rule) return { ...values, repeat: "OWN", own: text };
  const read = { ...values, ...simpleParts(rule, start), interval: rule.interval, ...endOf(rule) };
  // Only a rule that the form writes back unchanged is one it may edit.
  const again = ruleOf(read, start, rule.until !== null && !rule.until.includes("T"));
  return again !== null && sameRule(again, rule, start)
    ? { ...read, own: text }
    : { ...values, repeat: "OWN", own: text };
}

function simpleParts(rule: Rule, start: string): Partial<RecurrenceValues> {
  const [day] = rule.byDay;
  const repeat = rule.frequency as Repeat;
  if (rule.frequency === "WEEKLY")
    return {
      repeat,
      weekdays: rule.byDay.length > 0 ? rule.byDay.map((one) => one.weekday) : [weekdayCode(start)],
    };
  if (rule.frequency !== "MONTHLY" && rule.frequency !== "YEARLY") return { repeat };
  if (!day) return { repeat, by: "DATE" };
  return { repeat, by: (day.ordinal || rule.bySetPos[0]) === -1 ? "LAST" : "WEEKDAY" };
}

function endOf(rule: Rule): Partial<RecurrenceValues> {
  if (rule.count !== null) return { end: "COUNT", count: rule.count };
  if (rule.until !== null) return { end: "UNTIL", until: untilDate(rule.until) };
  return { end: "NEVER" };
}

/** The rule's text for a series that begins on `start`; null without recurrence. */
export function ruleOfValues(
  values: RecurrenceValues,
  start: string,
  allDay: boolean,
): string | null {
  if (values.repeat === "NONE") return null;
  if (values.repeat === "OWN") return values.own;
  const rule = ruleOf(values, start, allDay);
  if (rule === null) return null;
  // A rule that was not edited keeps its own spelling, so that saving changes nothing.
  const before = values.own === null ? null : parseRule(values.own);
  return before && sameRule(before, rule, start) ? values.own : ruleText(rule);
}

function ruleOf(values: RecurrenceValues, start: string, allDay: boolean): Rule | null {
  const { repeat } = values;
  if (repeat === "NONE" || repeat === "OWN") return null;
  const rule: Rule = {
    frequency: repeat,
    interval: values.interval,
    count: values.end === "COUNT" ? values.count : null,
    until: values.end === "UNTIL" && values.until !== null ? untilText(values.until, allDay) : null,
    byDay: [],
    byMonthDay: [],
    byMonth: [],
    bySetPos: [],
    other: {},
  };
  const day = {
    ordinal: values.by === "LAST" ? -1 : ordinalOf(start),
    weekday: weekdayCode(start),
  };
  if (repeat === "WEEKLY")
    return { ...rule, byDay: values.weekdays.map((weekday) => ({ ordinal: 0, weekday })) };
  if (repeat === "MONTHLY" && values.by !== "DATE") return { ...rule, byDay: [day] };
  if (repeat === "YEARLY" && values.by !== "DATE")
    return { ...rule, byMonth: [Number(start.slice(5, 7))], byDay: [day] };
  return rule;
}

/**
 * The end of the last day: a date for all-day series, else in UTC as RFC 5545 demands beside a time
 * zone.
 */
function untilText(date: string, allDay: boolean): string {
  if (allDay) return date.replaceAll("-", "");
  const end = new Date(Date.parse(clubInstant(date, "23:59")) + 59_000).toISOString();
  return `${end.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/**
 * Equal in meaning for a series that begins on `start`, whatever the spelling and the hour of the
 * last day.
 */
function sameRule(a: Rule, b: Rule, start: string): boolean {
  return JSON.stringify(comparable(a, start)) === JSON.stringify(comparable(b, start));
}

function comparable(rule: Rule, start: string) {
  const { WKST, ...other } = rule.other;
  const monthDay = Number(start.slice(8, 10));
  const month = Number(start.slice(5, 7));
  const byDay =
    rule.frequency === "WEEKLY" && rule.byDay.length === 0
      ? [{ ordinal: 0, weekday: weekdayCode(start) }]
      : rule.byDay;
  // BYDAY=SA;BYSETPOS=2 is another spelling of BYDAY=2SA.
  const position =
    byDay.length === 1 && byDay[0]?.ordinal === 0 && rule.bySetPos.length === 1
      ? (rule.bySetPos[0] ?? 0)
      : 0;
  // A yearly rule's "2nd Saturday" counts within the month only where the rule names the month.
  const saysStart = rule.frequency === "YEARLY" && byDay.length === 0;
  return {
    frequency: rule.frequency,
    interval: rule.interval,
    count: rule.count,
    until: rule.until === null ? null : untilDate(rule.until),
    byDay: byDay.map((day) => `${day.ordinal || position}${day.weekday}`).toSorted(),
    bySetPos: position === 0 ? rule.bySetPos : [],
    byMonthDay: isOnly(rule.byMonthDay, monthDay) && byDay.length === 0 ? [] : rule.byMonthDay,
    byMonth: saysStart && isOnly(rule.byMonth, month) ? [] : rule.byMonth,
    other,
    // Monday is the default; only with an interval another first day means other weeks.
    weekStart: WKST === undefined || WKST === "MO" || rule.interval === 1 ? null : WKST,
  };
}

function isOnly(values: readonly number[], value: number): boolean {
  return values.length === 1 && values[0] === value;
}

/**
 * Which Saturday of its month a day is: 1 to 4, or -1 for a fifth one, which is the last in any
 * month.
 */
export function ordinalOf(date: string): number {
  const ordinal = Math.ceil(Number(date.slice(8, 10)) / 7);
  return ordinal > 4 ? -1 : ordinal;
}

/** Is it the last Saturday (or whatever weekday it is) of its month? */
export function isLastOfMonth(date: string): boolean {
  return addDays(date, 7).slice(0, 7) !== date.slice(0, 7);
}

/**
 * The same recurrence for another first day: a weekly series on that one weekday and "the 2nd
 * Saturday" follow it.
 */
export function recurrenceMoved(
  values: RecurrenceValues,
  from: string,
  to: string,
): RecurrenceValues {
  const onlyThatDay = values.weekdays.length === 1 && values.weekdays[0] === weekdayCode(from);
  const weekdays = onlyThatDay ? [weekdayCode(to)] : values.weekdays;
  if (values.by === "LAST" && !isLastOfMonth(to)) return { ...values, weekdays, by: "WEEKDAY" };
  if (values.by === "WEEKDAY" && ordinalOf(to) === -1) return { ...values, weekdays, by: "LAST" };
  return { ...values, weekdays };
}
