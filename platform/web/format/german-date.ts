import { addDays } from "./club-time.ts";
import { formatDate, today } from "./format.ts";

/** What stands around a date that is read. */
export interface DateContext {
  /** `YYYY-MM-DD`; the club's day unless given. */
  today?: string;
  /** Which such day is meant when no year was typed: the next one, or the last. */
  assume?: "next" | "last";
  /** Bounds, `YYYY-MM-DD`; a year that had to be guessed is guessed within them. */
  min?: string | undefined;
  max?: string | undefined;
}

const MONTHS = "januar februar märz april mai juni juli august september oktober november dezember";
/** "29.02." comes after eight years at the latest (1896 to 1904). */
const YEARS_TO_TRY = 8;
/** Two-digit years lie at most so many years ahead. */
const YEARS_AHEAD = 10;

interface Typed {
  day: number;
  month: number;
  year: string | undefined;
}

/**
 * Reads a date as people type it → `YYYY-MM-DD`; nothing readable → null. Understood are
 * `31.12.1999`, `31.12.99`, `31121999`, `1999-12-31`, `1. Mai 2027`, and without a year `31.12.`,
 * `3112`, `31. Dez`, and `heute`, `gestern`, `morgen`, `übermorgen`. Whether it lies within the
 * bounds is for the caller to say.
 */
export function parseGermanDate(input: string, context: DateContext = {}): string | null {
  const { today: now = today(), assume = "next", min, max } = context;
  const text = input.trim().toLowerCase();
  const offset = ["gestern", "heute", "morgen", "übermorgen"].indexOf(text);
  if (offset >= 0) return addDays(now, offset - 1);
  const typed = typedDate(text);
  if (typed === undefined) return null;
  const fits = (date: string) => (!min || date >= min) && (!max || date <= max);
  const candidates = yearsFor(typed.year, Number(now.slice(0, 4)), assume)
    .map((year) => realDate(year, typed))
    .filter((date) => date !== null)
    .filter((date) => typed.year !== undefined || (assume === "next" ? date >= now : date <= now));
  return candidates.find(fits) ?? candidates[0] ?? null;
}

/** Whether a year stands in the text: what is still being typed is not guessed at. */
export function hasYear(input: string): boolean {
  return typedDate(input.trim().toLowerCase())?.year !== undefined;
}

/** The sentence for text that is no date, or one out of bounds; null when it is right or empty. */
export function dateProblem(text: string, context: DateContext): string | null {
  if (text.trim() === "") return null;
  const date = parseGermanDate(text, context);
  const { min, max } = context;
  if (date === null) return "Das ist kein Datum. Bitte schreiben Sie es wie 31.12.2026.";
  if (min && date < min) return `Der Tag liegt vor dem ${formatDate(min)}.`;
  if (max && date > max) return `Der Tag liegt nach dem ${formatDate(max)}.`;
  return null;
}

function typedDate(text: string): Typed | undefined {
  const match =
    /^(?<day>\d{1,2})[.\-/ ]+(?<month>\d{1,2})(?:[.\-/ ]+(?<year>\d{4}|\d{2})|[.\-/ ]*)$/.exec(
      text,
    ) ??
    /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})?$/.exec(text) ??
    /^(?<day>\d{1,2})[. ]*(?<name>\p{Letter}{3,})[. ]*(?<year>\d{4}|\d{2})?$/u.exec(text) ??
    /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/.exec(text);
  if (!match?.groups) return undefined;
  const { day, month, name, year } = match.groups;
  const number = name === undefined ? Number(month) : monthNamed(name);
  return number === undefined ? undefined : { day: Number(day), month: number, year };
}

function monthNamed(name: string): number | undefined {
  const index = MONTHS.split(" ").findIndex((one) => one.startsWith(name));
  return index < 0 ? undefined : index + 1;
}

/** The years that may be meant, the likeliest first. */
function yearsFor(typed: string | undefined, thisYear: number, assume: "next" | "last"): number[] {
  if (typed === undefined) {
    const step = assume === "next" ? 1 : -1;
    return Array.from({ length: YEARS_TO_TRY + 1 }, (_, index) => thisYear + index * step);
  }
  if (typed.length === 4) return [Number(typed)];
  const inCentury = Math.floor(thisYear / 100) * 100 + Number(typed);
  return inCentury > thisYear + YEARS_AHEAD ? [inCentury - 100] : [inCentury, inCentury - 100];
}

function realDate(year: number, { day, month }: Typed): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1000 ? date.toISOString().slice(0, 10) : null;
}
