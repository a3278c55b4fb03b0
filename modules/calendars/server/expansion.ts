import { LRUCache } from "lru-cache";
import { RRuleTemporal } from "rrule-temporal";
import { AppError } from "#platform/server/app-error.ts";
import type { ClubTime } from "./club-time.ts";
import { parseRule, untilMoment, writeRule } from "./recurrence.ts";

/** What the occurrences of a series follow from. */
export interface SeriesRule {
  /** Milliseconds since 1970. The series' first beginning, whether the rule fits it or not. */
  start: number;
  /** As `checkedRule` answers it. */
  recurrence: string;
}

/** Beginnings per series and local year, ascending: the same rule always gives the same, so nothing is ever outdated. */
const years = new LRUCache<string, readonly number[]>({ max: 20_000, maxSize: 2_000_000, sizeCalculation: (list) => list.length + 1 });

/**
 * Beginnings of a series with from ≤ beginning < to, ascending, in milliseconds. The clock on the wall stays the same
 * over daylight-saving changes. Exceptions of the series are not known here.
 */
export function beginningsBetween(rule: SeriesRule, from: number, to: number, time: ClubTime): number[] {
  const firstYear = localYear(Math.max(from, rule.start), time);
  const lastYear = localYear(to, time);
  const found: number[] = [];
  for (let year = firstYear; year <= lastYear; year++) {
    for (const start of beginningsOfYear(rule, year, time)) if (start >= from && start < to) found.push(start);
  }
  return found;
}

export function isBeginning(rule: SeriesRule, start: number, time: ClubTime): boolean {
  return start >= rule.start && beginningsOfYear(rule, localYear(start, time), time).includes(start);
}

/** The last beginning; undefined when the series does not end. */
export function lastBeginning(rule: SeriesRule, time: ClubTime): number | undefined {
  const parts = parseRule(rule.recurrence);
  const until = parts.get("UNTIL");
  if (until === undefined && !parts.has("COUNT")) return undefined;
  if (until === undefined) {
    const last = bounded(() => expand(rule, time).all()).at(-1);
    return last === undefined ? rule.start : toMoment(last, time);
  }
  const end = Math.min(untilMoment(until, time) ?? rule.start, MAX_MOMENT);
  for (let year = localYear(end, time); year >= localYear(rule.start, time); year--) {
    const found = beginningsOfYear(rule, year, time).at(-1);
    if (found !== undefined) return found;
  }
  return rule.start;
}

const MAX_MOMENT = Date.UTC(2300, 0);

function beginningsOfYear(rule: SeriesRule, year: number, time: ClubTime): readonly number[] {
  const key = `${time.timeZone} ${year} ${rule.start} ${rule.recurrence}`;
  const known = years.get(key);
  if (known !== undefined) return known;
  // In local time throughout: the library sees UTC, so that it neither skips nor shifts on days of clock changes.
  const first = Temporal.ZonedDateTime.from(`${yearText(year)}-01-01T00:00:00[UTC]`);
  const last = first.add({ years: 1 }).subtract({ milliseconds: 1 });
  const list = bounded(() => expand(rule, time).between(first, last, true)).map((start) => toMoment(start, time));
  years.set(key, list);
  return list;
}

/** The library gives up on rules that hardly ever yield a day (the 30th of February). */
function bounded<T>(expand: () => T): T {
  try {
    return expand();
  } catch (error) {
    throw new AppError("UNPROCESSABLE", {
      cause: error,
      errors: [{ path: "recurrence", code: "INVALID", message: "Aus dieser Wiederholungsregel ergeben sich keine Termine." }],
    });
  }
}

function expand({ start, recurrence }: SeriesRule, time: ClubTime): RRuleTemporal {
  const parts = parseRule(recurrence);
  const until = parts.get("UNTIL");
  if (until !== undefined) {
    const last = new Date(time.toLocal(untilMoment(until, time) ?? start)).toISOString().slice(0, 19);
    parts.set("UNTIL", `${last.replaceAll(/[-:]/g, "")}Z`);
  }
  return new RRuleTemporal({
    rruleString: writeRule(parts),
    dtstart: Temporal.Instant.fromEpochMilliseconds(time.toLocal(start)).toZonedDateTimeISO("UTC"),
    // RFC 5545: the beginning of a series always counts as its first occurrence.
    includeDtstart: true,
    cache: false,
  });
}

function toMoment(start: { epochMilliseconds: number }, time: ClubTime): number {
  return time.toMoment(start.epochMilliseconds);
}

function localYear(moment: number, time: ClubTime): number {
  return new Date(time.toLocal(moment)).getUTCFullYear();
}

function yearText(year: number): string {
  return String(year).padStart(4, "0");
}
