import { wallClock } from "./format.ts";

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * The point in time at which the club's clock shows this date and time, as ISO 8601 with offset:
 * `2026-12-24`, `18:30` → `2026-12-24T18:30:00+01:00`. In the hour that does not exist in spring
 * the clock has already been put forward; in the hour that exists twice in autumn the first one is
 * meant (as RFC 5545 says).
 */
export function clubInstant(date: string, time: string): string {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // The offsets shortly before and after: they differ only around a change of the clock.
  const before = offsetAt(wanted - DAY_MINUTES * MINUTE);
  const after = offsetAt(wanted + DAY_MINUTES * MINUTE);
  const fits = [before, after].find((offset) => offsetAt(wanted - offset * MINUTE) === offset);
  // In the missing hour neither fits: the clock shows the later time.
  const instant = wanted - (fits ?? before) * MINUTE;
  return isoAt(instant, offsetAt(instant));
}

/** Minutes that the club's clock is ahead of UTC at a point in time (milliseconds since 1970). */
function offsetAt(instant: number): number {
  const clock = wallClock(new Date(instant).toISOString());
  if (!clock) return 0;
  const whole = Math.floor(instant / MINUTE) * MINUTE;
  return (Date.parse(`${clock.date}T${clock.time}:00Z`) - whole) / MINUTE;
}

function isoAt(instant: number, offset: number): string {
  const local = new Date(instant + offset * MINUTE).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `addDays("2026-12-31", 1)` → `2027-01-01`. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** Days from one date to another; 0 on the same day. */
export function daysBetween(from: string, to: string): number {
  return Math.round(
    (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (DAY_MINUTES * MINUTE),
  );
}

/**
 * Reads a time as people type it: `18:30`, `18.30 Uhr`, `1830`, `9`, `19 Uhr` → `18:30`, `09:00`,
 * `19:00`. Nothing readable → null.
 */
export function parseGermanTime(input: string): string | null {
  const text = input.trim().replace(/\s*uhr$/i, "");
  const match =
    /^(\d{1,2})(?:\s*[:.,hH]\s*(\d{2}))?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text);
  if (!match) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? "0");
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
