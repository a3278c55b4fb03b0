import { MONTH } from "../dates/date-words.ts";
import { isOnlyDate, monthHeading, startsWithDate, withoutBullet } from "../dates/date-starts.ts";
import type { Line } from "./lines.ts";
import type { Page } from "../documents/pages.ts";
import { regionsOf, tableRows } from "./table-rows.ts";
import { findTimes } from "../dates/times.ts";
import { ENTRIES } from "../tuning.ts";

/**
 * A row of a table, an entry of a list, a paragraph or a heading, in reading order; or a record,
 * whose cells are its date, its times, what happens and the rest.
 */
export interface Item {
  page: number;
  kind: "ROW" | "TEXT" | "RECORD";
  /**
   * Cells of a row; a text is one cell. `\n` where the author began a new line, not where a line
   * was full.
   */
  cells: string[];
  /** Height of the letters compared with the page's usual one. */
  scale: number;
  /**
   * Distance from the line above in heights of the page's usual letters; Infinity at the top, in
   * tables, and after a line of another column.
   */
  gap: number;
  /** Runs set off by a different font. */
  emphasis: string[];
  /** Words that the recognition was unsure of. */
  doubtful: string[];
}

/** Returns the rows, entries and paragraphs of a part of a page, read line by line. */
export function itemsOf(page: Page, lines: readonly Line[], monthAbove: boolean): Item[] {
  const dayAlone =
    monthAbove ||
    lines.some((line) => line.segments.some((segment) => monthHeading(segment.text) !== null));
  const usual = usualSize(page);
  return regionsOf(lines).flatMap((region) =>
    region.kind === "TABLE"
      ? tableRows(region.lines, dayAlone).map((row) =>
          item(page, row.across ? "TEXT" : "ROW", row.cells, usual),
        )
      : entries(region.lines, dayAlone).map((entry) =>
          item(page, "TEXT", [entry], usual, region.lines),
        ),
  );
}

function item(
  page: Page,
  kind: Item["kind"],
  cells: readonly (readonly Line[])[],
  usual: number,
  around: readonly Line[] = [],
): Item {
  const lines = cells.flat();
  const words = lines.flatMap((line) => line.segments.flatMap((segment) => segment.words));
  return {
    page: page.number,
    kind,
    cells: cells.map((cell) => repaired(joinLines(cell, kind === "ROW", around))),
    scale: Math.max(...lines.map((line) => line.size)) / usual,
    gap: gapAbove(lines[0], around) / usual,
    emphasis: emphasised(words),
    doubtful: words
      .filter((word) => word.confidence < ENTRIES.sureConfidence && /[\p{L}\d]/u.test(word.text))
      .map((word) => word.text),
  };
}

function gapAbove(line: Line | undefined, around: readonly Line[]): number {
  const before = line === undefined ? undefined : around[around.indexOf(line) - 1];
  const gap = line === undefined || before === undefined ? Infinity : line.y - before.y;
  return gap > 0 ? gap : Infinity;
}

/** "3.5. Juli" can only be a dash or stroke that was overlooked: 3.–5. Juli. */
const OVERLOOKED_DASH = new RegExp(`(?<![\\d.])(\\d{1,2})\\.(\\d{1,2})\\.(?=\\s?${MONTH})`, "giu");

/** Returns a text with dashes that the recognition overlooked. */
export function repaired(text: string): string {
  return text.replace(OVERLOOKED_DASH, (whole, first: string, second: string) =>
    Number(first) < Number(second) ? `${first}.–${second}.` : whole,
  );
}

/** Size of most letters. */
export function usualSize(page: Page): number {
  const counts = new Map<number, number>();
  for (const word of page.words)
    counts.set(Math.round(word.size), (counts.get(Math.round(word.size)) ?? 0) + word.text.length);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [1, 0])[0] || 1;
}

export function emphasised(words: readonly { text: string; bold: boolean }[]): string[] {
  const runs: string[] = [];
  let open = false;
  for (const word of words) {
    if (word.bold && open) runs[runs.length - 1] += ` ${word.text}`;
    else if (word.bold) runs.push(word.text);
    open = word.bold;
  }
  return words.every((word) => word.bold) ? [] : runs;
}

/** Divides running lines into entries, paragraphs and headings. */
function entries(lines: readonly Line[], dayAlone: boolean): Line[][] {
  const found: Line[][] = [];
  for (const line of lines) {
    const open = found.at(-1);
    if (open !== undefined && belongsTo(open, line, dayAlone, lines)) open.push(line);
    else found.push([line]);
  }
  return found;
}

function belongsTo(
  open: readonly Line[],
  line: Line,
  dayAlone: boolean,
  around: readonly Line[],
): boolean {
  const first = open[0];
  const last = open.at(-1);
  if (first === undefined || last === undefined) return false;
  const gap = line.y - last.y;
  const size = Math.max(line.size, last.size);
  if (gap < 0 || gap > ENTRIES.mostPitch * size) return false;
  // Within a paragraph all lines are equally far apart.
  const before = open.at(-2);
  if (
    before !== undefined &&
    gap > (last.y - before.y) * ENTRIES.pitchGrowth + ENTRIES.pitchSlack * size
  )
    return false;
  if (Math.abs(line.size - last.size) > ENTRIES.sizeStep * size && !isOnlyDate(last.text))
    return false;
  if (monthHeading(last.text) !== null || monthHeading(line.text) !== null) return false;
  if (/^[•●▪■◦○*»›✓]/u.test(line.text)) return false;
  const listed = startsWithDate(first.text, dayAlone);
  if (startsWithDate(line.text, dayAlone)) {
    if (/(?:[–—-]|\bbis|\bund|\/|&)$/iu.test(last.text)) return true;
    return !listed && isFull(last, line, around) && !/[.:!?]$/.test(last.text);
  }
  const time = findTimes(withoutBullet(line.text))[0];
  if (time?.from === 0) {
    // A second time begins another entry of the day; the first belongs to the date above it.
    const isFirst =
      findTimes(open.map((one) => one.text).join(" ")).length === 0 &&
      !/^\p{L}+:?$/u.test(last.text);
    return isFirst || (isFull(last, line, around) && last.text.endsWith(","));
  }
  return true;
}

/**
 * True when the next line's first word would not have fitted: the line was full, its end means
 * nothing.
 */
function isFull(line: Line, next: Line, around: readonly Line[]): boolean {
  const word = next.segments[0]?.words[0];
  if (word === undefined) return false;
  // Lines of the same column begin at the same place, or have the same middle.
  const near = (one: Line) =>
    Math.abs(one.x0 - line.x0) < ENTRIES.columnEdge * line.size ||
    Math.abs(one.x0 + one.x1 - line.x0 - line.x1) < ENTRIES.columnEdge * line.size;
  const column = [line, next, ...around.filter(near)];
  // Set in the middle, lines end where their author ended them.
  if (
    isCentred(line, next) &&
    column.filter((one) => Math.abs(one.x0 - line.x0) < ENTRIES.sameEdge * line.size).length <=
      1 + column.length * ENTRIES.sameEdgeShare
  )
    return false;
  const left = Math.min(...column.map((one) => one.x0));
  const right = Math.max(...column.map((one) => one.x1));
  return (
    line.x1 - Math.max(left, line.x0) + (word.x1 - word.x0) + ENTRIES.blank * line.size >
    right - left - ENTRIES.fullSlack * line.size
  );
}

function isCentred(line: Line, next: Line): boolean {
  return (
    Math.abs(line.x0 - next.x0) > ENTRIES.centredIndent * line.size &&
    Math.abs(line.x0 + line.x1 - next.x0 - next.x1) < ENTRIES.centredMiddle * line.size
  );
}

function joinLines(lines: readonly Line[], cell: boolean, around: readonly Line[]): string {
  let text = "";
  lines.forEach((line, index) => {
    const next = line.segments.map((segment) => segment.text).join(cell ? " " : "\t");
    const last = lines[index - 1];
    if (last === undefined) text = next;
    else if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next) && !/^(?:und|oder|bzw)\b/u.test(next))
      text = text.slice(0, -1) + next;
    else if (/\p{L}-$/u.test(text) && /^\p{Lu}/u.test(next)) text += next;
    else text += (cell || isFull(last, line, around) ? " " : "\n") + next;
  });
  return text;
}
