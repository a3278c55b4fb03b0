import { findDates } from "../dates/date-expressions.ts";
import { MONTH, monthNumber, WEEKDAY } from "../dates/date-words.ts";
import { withoutBullet } from "../dates/date-starts.ts";
import { findTimes } from "../dates/times.ts";
import type { Word } from "../documents/pages.ts";
import { GRID } from "../tuning.ts";
import { type Line, type Segment } from "./lines.ts";

/** The day at the head of a cell. */
export interface GridAnchor {
  words: readonly Word[];
  x0: number;
  x1: number;
  y0: number;
  size: number;
  day: number;
  /** Null: only the number is written. */
  month: number | null;
}

const NUMBER = /^(?:0?[1-9]|[12]\d|3[01])\.?$/;
const WEEKDAY_ALONE = new RegExp(`^${WEEKDAY},?$`, "iu");
const MONTH_NAMED = new RegExp(`(?<!\\p{L})(${MONTH})`, "giu");

/**
 * Returns the days that stand side by side, row by row: with their months, or the numbers of a
 * calendar; none when there is no such row.
 */
export function rowsOfDays(lines: readonly Line[]): GridAnchor[][] {
  const dated = rowsOf(
    lines.flatMap((line) => line.segments.flatMap((segment) => datedAnchor(segment) ?? [])),
  );
  const wide = dated.filter((row) => row.length >= 2);
  if (wide.length > 0) {
    // In tables what happens stands beside its day, not below.
    const texts = lines.flatMap((line) => line.segments);
    const anchors = wide.flat();
    const besides = anchors.filter((anchor) => texts.some((text) => isBeside(text, anchor)));
    if (besides.length * 2 > anchors.length) return [];
    return dated.filter(
      (row) =>
        row.length >= 2 ||
        row.every((one) => anchors.some(({ x0 }) => Math.abs(x0 - one.x0) < one.size)),
    );
  }
  return calendarRows(
    lines.flatMap((line) => line.segments.flatMap((segment) => numberAnchor(segment) ?? [])),
  );
}

function datedAnchor(segment: Segment): GridAnchor | null {
  const text = withoutBullet(segment.text);
  const [date] = findDates(text);
  const day = date?.days[0];
  if (date?.from !== 0 || day === undefined || day.month === null) return null;
  return anchorOf(segment.words, day);
}

function numberAnchor({ words }: Segment): GridAnchor | null {
  const plain = words.map(({ text }) => text);
  const at = WEEKDAY_ALONE.test(plain[0] ?? "") ? 1 : 0;
  const number = plain[at];
  if (number === undefined || !NUMBER.test(number)) return null;
  if (findTimes(plain.join(" "))[0]?.from === 0) return null;
  const until = WEEKDAY_ALONE.test(plain[at + 1] ?? "") && at === 0 ? 2 : at + 1;
  return anchorOf(words.slice(0, until), { day: Number.parseInt(number, 10), month: null });
}

function anchorOf(words: readonly Word[], { day, month }: { day: number; month: number | null }) {
  return {
    words,
    x0: Math.min(...words.map(({ x0 }) => x0)),
    x1: Math.max(...words.map(({ x1 }) => x1)),
    y0: Math.min(...words.map(({ y0 }) => y0)),
    size: Math.max(...words.map(({ size }) => size)),
    day,
    month,
  };
}

/** In the line of a day, right of it. */
function isBeside(text: Segment, anchor: GridAnchor): boolean {
  const [word] = text.words;
  return (
    word !== undefined &&
    text.x0 > anchor.x1 &&
    Math.abs(word.y0 - anchor.y0) < anchor.size * GRID.level &&
    datedAnchor(text) === null
  );
}

/** Anchors whose tops are level. */
function rowsOf(anchors: readonly GridAnchor[]): GridAnchor[][] {
  const rows: GridAnchor[][] = [];
  for (const anchor of anchors.toSorted((a, b) => a.y0 - b.y0)) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && anchor.y0 - row[0].y0 < anchor.size * GRID.level)
      row.push(anchor);
    else rows.push([anchor]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.x0 - b.x0));
}

/** Numbers that go on from left to right, and by seven from row to row. */
function calendarRows(numbers: readonly GridAnchor[]): GridAnchor[][] {
  const rows = rowsOf(numbers);
  const runs = rows.map(longestRun);
  const grid = runs.filter((run) => run.length >= GRID.leastDays);
  if (grid.length < 2) return [];
  const fits = grid.every((run, index) => {
    const next = grid[index + 1];
    return (
      next === undefined ||
      run.every((one) =>
        next
          .filter((below) => isBelow(one, below))
          .every(
            ({ day }) =>
              day === one.day + GRID.daysOfWeek ||
              day + GRID.shortestMonth <= one.day + GRID.daysOfWeek,
          ),
      )
    );
  });
  if (!fits) return [];
  // The first week and the last one may hold less days than make a run.
  const short = runs
    .filter((run) => run.length < GRID.leastDays)
    .map((run) => run.filter((one) => grid.flat().some((other) => isWeekApart(one, other))))
    .filter((run) => run.length > 0);
  return [...grid, ...short].toSorted((a, b) => (a[0]?.y0 ?? 0) - (b[0]?.y0 ?? 0));
}

function isWeekApart(a: GridAnchor, b: GridAnchor): boolean {
  return (
    (b.day === a.day + GRID.daysOfWeek && isBelow(a, b)) ||
    (a.day === b.day + GRID.daysOfWeek && isBelow(b, a))
  );
}

function isBelow(upper: GridAnchor, lower: GridAnchor): boolean {
  return (
    lower.y0 > upper.y0 && lower.x0 < upper.x1 + upper.size && lower.x1 > upper.x0 - upper.size
  );
}

/** The longest run of days that follow one another; numbers of weeks before it are none of it. */
function longestRun(row: readonly GridAnchor[]): GridAnchor[] {
  let best: GridAnchor[] = [];
  let run: GridAnchor[] = [];
  for (const one of row) {
    const before = run.at(-1);
    const isNext =
      before !== undefined &&
      (one.day === before.day + 1 || (one.day === 1 && before.day >= GRID.shortestMonth));
    run = isNext ? [...run, one] : [one];
    if (run.length > best.length) best = run;
  }
  return best;
}

/** The month written above a calendar, in the largest letters; else the one around it. */
export function monthAbove(
  lines: readonly Line[],
  top: number,
  around: number | null,
): number | null {
  let best: { month: number; size: number } | null = null;
  for (const line of lines) {
    if (line.y > top) continue;
    for (const segment of line.segments) {
      const dates = findDates(segment.text);
      for (const match of segment.text.matchAll(MONTH_NAMED)) {
        const at = match.index;
        const month = monthNumber(match[1] ?? "");
        const size = Math.max(...segment.words.map((word) => word.size));
        if (month === undefined || dates.some(({ from, to }) => at >= from && at < to)) continue;
        if (best === null || size > best.size) best = { month, size };
      }
    }
  }
  return best?.month ?? around;
}
