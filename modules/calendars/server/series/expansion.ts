import { LRUCache } from "lru-cache";
import { RRuleTemporal } from "rrule-temporal";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ClubTime } from "../time/club-time.ts";
import { writeRule } from "../../recurrence-rule.ts";
import { partsOfRule, untilMoment } from "./recurrence.ts";

/** What the occurrences of a series follow from. */
export interface SeriesRule {
  /** Milliseconds since 1970. The series' first beginning, whether the rule fits it or not. */
  start: number;
  /** As `checkedRule` answers it. */
  recurrence: string;
}

/**
 * Beginnings per series and local year, ascending: the same rule always gives the same, so nothing
 * is ever outdated.
 */
const years = new LRUCache<string, readonly number[]>({
  max: 20_000,
  maxSize: 2_000_000,
  sizeCalculation: (list) => list.length + 1,
});

/**
 * Beginnings of a series with from ≤ beginning < to, ascending, in milliseconds. The clock on the
 * wall stays the same over daylight-saving changes. Exceptions of the series are not known here.
 */
export function beginningsBetween(
  rule: SeriesRule,
  from: number,
  to: number,
  time: ClubTime,
): number[] {
  const firstYear = localYear(Math.max(from, rule.start), time);
  const lastYear = localYear(to, time);
  const found: number[] = [];
  for (let year = firstYear; year <= lastYear; year++) {
    for (const start of beginningsOfYear(rule, year, time))
      if (start >= from && start < to) found.push(start);
  }
  return found;
}

export function isBeginning(rule: SeriesRule, start: number, time: ClubTime): boolean {
  return (
    start >= rule.start && beginningsOfYear(rule, localYear(start, time), time).includes(start)
  );
}

/** The last beginning; undefined when the series does not end. */
export function lastBeginning(rule: SeriesRule, time: ClubTime): number | undefined {
  const parts = partsOfRule(rule.recurrence);
  const until = parts.get("UNTIL");
  if (until === undefined && !parts.has("COUNT")) return undefined;
  if (until === undefined) {
    const last = bounded(() => expand(rule, time)?.all() ?? []).at(-1);
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
  const first = Temporal.ZonedDateTime.from(`${String(year).padStart(4, "0")}-01-01T00:00:00[UTC]`);
  const last = first.add({ years: 1 }).subtract({ milliseconds: 1 });
  const list = bounded(() => expand(rule, time)?.between(first, last, true) ?? []).map((start) =>
    toMoment(start, time),
  );
  if (localYear(rule.start, time) === year && list[0] !== rule.start) list.unshift(rule.start);
  years.set(key, list);
  return list;
}

/** The library gives up on rules that hardly ever yield a day (the 30th of February). */
function bounded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new AppError("UNPROCESSABLE", {
      cause: error,
      errors: [
        {
          path: "recurrence",
          code: "INVALID",
          message: "Aus dieser Wiederholungsregel ergeben sich keine Termine.",
        },
      ],
    });
  }
}

/**
 * What the rule itself yields, in local time throughout: the library is told that all is UTC, so
 * that it neither skips nor shifts on days of clock changes. RFC 5545 has the beginning of a series
 * always count as its first occurrence: where the rule leaves it out, one time less is left for the
 * rule; undefined when that was the only one.
 */
function expand({ start, recurrence }: SeriesRule, time: ClubTime): RRuleTemporal | undefined {
  const parts = partsOfRule(recurrence);
  const until = parts.get("UNTIL");
  if (until !== undefined) {
    const last = new Date(time.toLocal(untilMoment(until, time) ?? start))
      .toISOString()
      .slice(0, 19);
    parts.set("UNTIL", `${last.replaceAll(/[-:]/g, "")}Z`);
  }
  const dtstart = Temporal.Instant.fromEpochMilliseconds(time.toLocal(start)).toZonedDateTimeISO(
    "UTC",
  );
  const made = () => new RRuleTemporal({ rruleString: writeRule(parts), dtstart, cache: false });
  const count = parts.get("COUNT");
  if (count === undefined) return made();
  parts.delete("COUNT");
  const isLeftOut = made().between(dtstart, dtstart, true).length === 0;
  if (isLeftOut && count === "1") return undefined;
  parts.set("COUNT", isLeftOut ? String(Number(count) - 1) : count);
  return made();
}

function toMoment(start: { epochMilliseconds: number }, time: ClubTime): number {
  return time.toMoment(start.epochMilliseconds);
}

function localYear(moment: number, time: ClubTime): number {
  return new Date(time.toLocal(moment)).getUTCFullYear();
}
