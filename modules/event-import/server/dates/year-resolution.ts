import { findDates, type WrittenDay } from "./date-expressions.ts";
import type { Item } from "../layout/items.ts";
import { MONTH, monthNumber } from "./date-words.ts";
import { YEARS } from "../tuning.ts";

/** What a document says about its year as a whole. */
export interface YearOfDocument {
  year: number;
  /** A season "2026/27": from this month on the first year, before it the second. */
  seasonFrom: number | null;
  /**
   * TITLE: printed large or with most dates; PRINTED: only the day of writing is known; TODAY:
   * nothing is.
   */
  source: "TITLE" | "PRINTED" | "TODAY";
  /** The day of writing or printing, or today: what has no year comes after it. */
  printed: Temporal.PlainDate;
  /** The day of writing or printing is known. */
  dated: boolean;
}

const SEASON = /(?<!\d)(20\d\d)\s?[/–-]\s?((?:20)?\d\d)(?!\d|\.)/u;
const YEAR = /(?<![\d./])(20\d\d)(?![\d]|\.\d)/u;
const PRINTED = /(?<!\p{L})(?:stand|gedruckt|druck|erstellt|ausgabe|im|den)\s*:?\s*/iu;

export function yearOfDocument(items: readonly Item[], today: Temporal.PlainDate): YearOfDocument {
  const said = printedOn(items);
  const printed = said ?? today;
  const dated = said !== null;
  const headings = items
    .filter(
      (item) => item.kind === "TEXT" && (item.cells[0] ?? "").length < YEARS.mostHeadingLetters,
    )
    .toSorted((a, b) => b.scale - a.scale)
    .filter((item) => item.scale > YEARS.headingScale || items.indexOf(item) < YEARS.firstItems);
  for (const heading of headings) {
    const text = heading.cells[0] ?? "";
    const season = SEASON.exec(text);
    const first = Number(season?.[1]);
    if (season !== null && Number(season[2]) % 100 === (first + 1) % 100)
      return { year: first, seasonFrom: YEARS.seasonFrom, source: "TITLE", printed, dated };
    const year = YEAR.exec(withoutPrinted(text));
    // "Im Januar 2026" above a letter says when it was written.
    if (
      year !== null &&
      !/(?<!\p{L})(?:stand|gedruckt|druck|seit|gegründet|v\.\s?i\.\s?s)/iu.test(text)
    )
      return { year: Number(year[1]), seasonFrom: null, source: "TITLE", printed, dated };
  }
  const written = mostWrittenYear(items) ?? onlyYear(items, today);
  if (written !== null) return { year: written, seasonFrom: null, source: "TITLE", printed, dated };
  return {
    year: printed.year,
    seasonFrom: null,
    source: printed === today ? "TODAY" : "PRINTED",
    printed,
    dated,
  };
}

function withoutPrinted(text: string): string {
  const at = PRINTED.exec(text);
  return at !== null && /stand|druck|erstellt/iu.test(at[0]) ? text.slice(0, at.index) : text;
}

/** "Stand: 12.01.2026", "gedruckt 05/2026", "Grünhausen, im Januar 2026". */
function printedOn(items: readonly Item[]): Temporal.PlainDate | null {
  for (const item of items) {
    const text = item.cells.join(" ");
    const marked =
      /(?<!\p{L})(?:stand|gedruckt|druck(?:datum)?|erstellt(?:\s+am)?|version)\s*:?\s*(.{4,24})/iu.exec(
        text,
      ) ?? /^\p{Lu}[\p{L}\s.-]{2,30},\s*(?:im|den|am|der)?\s*(.{4,24})$/u.exec(text);
    if (marked === null) continue;
    const said = marked[1] ?? "";
    const day = findDates(said)[0]?.days[0];
    if (day !== undefined && day.year !== null && day.month !== null)
      return plainDate(day, day.year);
    const month =
      new RegExp(`^(${MONTH})\\s+(20\\d\\d)`, "iu").exec(said) ?? /^(\d{1,2})\/(20\d\d)/.exec(said);
    const number = month === null ? undefined : (monthNumber(month[1] ?? "") ?? Number(month[1]));
    if (month !== null && number !== undefined && number >= 1 && number <= 12)
      return Temporal.PlainDate.from({ year: Number(month[2]), month: number, day: 1 });
  }
  return null;
}

/** The year of most dates that have one. */
function mostWrittenYear(items: readonly Item[]): number | null {
  const counts = new Map<number, number>();
  for (const item of items) {
    for (const { days } of findDates(item.cells.join(" "))) {
      const year = days[0]?.year;
      if (year != null && year >= 2000) counts.set(year, (counts.get(year) ?? 0) + 1);
    }
  }
  const most = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0];
  return most !== undefined && most[1] >= YEARS.leastDates ? most[0] : null;
}

/** "Spielzeit 2028" at the foot: the only year that is named, and not long gone. */
function onlyYear(items: readonly Item[], today: Temporal.PlainDate): number | null {
  const years = new Set<number>();
  for (const item of items) {
    const text = item.cells.join(" ");
    if (
      /(?<!\p{L})(?:stand|gedruckt|druck|seit|gegründet|v\.\s?i\.\s?s|copyright|©|im|den)(?!\p{L})/iu.test(
        text,
      )
    )
      continue;
    for (const [, year] of text.matchAll(/(?<![\d./-])(20\d\d)(?![\d.€-])/gu))
      years.add(Number(year));
  }
  const [only] = years;
  return years.size === 1 &&
    only !== undefined &&
    only >= today.year &&
    only <= today.year + YEARS.mostAhead
    ? only
    : null;
}

export function plainDate(
  day: Pick<WrittenDay, "day" | "month">,
  year: number,
): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(
      { year, month: day.month ?? 0, day: day.day },
      { overflow: "reject" },
    );
  } catch {
    return null;
  }
}

/** A day with its year settled. `sure`: written, said by the title, or confirmed by the weekday. */
export interface SettledDay {
  date: Temporal.PlainDate;
  sure: boolean;
  /** The weekday written is not that day's. */
  contradicted: boolean;
}

/** Gives days their year, in the order in which they are read: lists run forward in time. */
export class Years {
  #document: YearOfDocument;
  readonly #carries: boolean;
  #lastMonth = 0;
  #carried = 0;

  /** `carries`: a list that goes back by half a year or more goes on in the next year. */
  constructor(document: YearOfDocument, { carries = true }: { carries?: boolean } = {}) {
    this.#document = document;
    this.#carries = carries;
  }

  /** True when the document says when it was written, and that was after the date. */
  isBeforeWriting(date: Temporal.PlainDate): boolean {
    return this.#document.dated && Temporal.PlainDate.compare(date, this.#document.printed) < 0;
  }

  /** A heading named the year that follows. */
  begin(year: number): void {
    this.#document = { ...this.#document, source: "TITLE", seasonFrom: null };
    this.#carried = year - this.#document.year;
    this.#lastMonth = 0;
  }

  settle(day: WrittenDay, { listed }: { listed: boolean }): SettledDay | null {
    if (day.month === null) return null;
    if (day.year !== null) {
      const date = plainDate(day, day.year);
      return date === null
        ? null
        : {
            date,
            sure: true,
            contradicted: day.weekday !== null && date.dayOfWeek !== day.weekday,
          };
    }
    const usual = this.#usualYear(day.month, listed, day.day);
    const candidates = [
      usual,
      ...[this.#document.year, this.#document.year + 1, this.#document.year - 1].filter(
        (year) => year !== usual,
      ),
    ]
      .map((year) => plainDate(day, year))
      .filter((date) => date !== null);
    const first = candidates[0];
    if (first === undefined) return null;
    if (day.weekday === null)
      return { date: first, sure: this.#document.source === "TITLE", contradicted: false };
    // A title is believed before a weekday that may be misprinted, unless another year fits and
    // lies ahead.
    const fitting = candidates.find(
      (date) =>
        date.dayOfWeek === day.weekday &&
        (date.year === usual || this.#document.source !== "TITLE" || date.year > usual),
    );
    if (
      fitting === undefined ||
      (fitting.year !== usual &&
        this.#document.source === "TITLE" &&
        this.#document.seasonFrom === null &&
        !listed)
    ) {
      return { date: first, sure: false, contradicted: first.dayOfWeek !== day.weekday };
    }
    if (
      fitting.year !== usual &&
      this.#document.source === "TITLE" &&
      this.#document.seasonFrom === null &&
      day.month > YEARS.lastMonthOfNextYear
    )
      return { date: first, sure: false, contradicted: true };
    return { date: fitting, sure: true, contradicted: false };
  }

  #usualYear(month: number, listed: boolean, day: number): number {
    const { year, seasonFrom, source, printed } = this.#document;
    if (seasonFrom !== null) return month >= seasonFrom ? year : year + 1;
    if (listed && this.#carries) {
      if (this.#lastMonth - month > YEARS.monthsBack) this.#carried++;
      else if (
        month - this.#lastMonth > YEARS.monthsBack &&
        this.#carried > 0 &&
        this.#lastMonth !== 0
      )
        this.#carried--;
      this.#lastMonth = month;
    }
    if (source === "TITLE") return year + this.#carried;
    const inYear = plainDate({ day, month }, printed.year);
    return inYear !== null &&
      Temporal.PlainDate.compare(inYear, printed.subtract({ days: YEARS.daysBeforeWriting })) < 0
      ? printed.year + 1
      : printed.year;
  }
}
