import { AppError } from "#platform/server/http/app-error.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { readRule, writeRule } from "../../../recurrence-rule.ts";
import { checkedRule } from "../../series/recurrence.ts";
import type { IcsProperty } from "./ics-lines.ts";
import { Unreadable, type When } from "./ics-values.ts";

const PARTS = new Set(
  "FREQ UNTIL COUNT INTERVAL BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS WKST".split(
    " ",
  ),
);
const MAX_LENGTH = 500;

/**
 * The RRULE of a file as our series hold it; parts that only its program understands are dropped.
 */
export function ruleOf(property: IcsProperty, start: When, time: ClubTime): string {
  const complaint = (what: string) => new Unreadable(`Zeile ${property.number}: ${what}`);
  if (property.raw.length > MAX_LENGTH) throw complaint("Die Wiederholung (RRULE) ist zu lang.");
  const parts = readRule(property.raw);
  if (parts === null) throw complaint("Die Wiederholung (RRULE) ist nicht lesbar.");
  for (const name of parts.keys()) if (!PARTS.has(name)) parts.delete(name);
  if (parts.has("UNTIL")) parts.delete("COUNT");
  const beginning =
    "day" in start
      ? time.toMoment(Date.parse(`${start.day.toString()}T00:00Z`))
      : start.moment.epochMilliseconds;
  try {
    return checkedRule(writeRule(parts), beginning, "day" in start, time);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw complaint(error.errors[0]?.message ?? "Die Wiederholung (RRULE) ist nicht lesbar.");
  }
}
