import type { PrintedCell, PrintedList } from "../printed-list.ts";
import { printable, wordsOf } from "../pdf/wrapped.ts";

/** Rows by which the widths of columns are judged, from all over the list. */
const JUDGED = 1_000;
/** A column of long texts asks for no more of the room than this. */
const MOST_SHARE = 0.4;
/** In nearly every text, and in no number. */
const LOWERCASE = /\p{Ll}/u;

type WidthOf = (text: string, bold: boolean) => number;

/**
 * Returns three levels of widths by what the rows hold: the words of nineteen of twenty rows, all
 * words, and nine of ten cells in one line each. Words of headings are always whole.
 */
export function wantedWidths(
  { headings, sections }: PrintedList,
  room: number,
  widthOf: WidthOf,
): [number[], number[], number[]] {
  const rows = judgedRows(sections);
  const columns = headings.map((heading, column) => {
    const texts = rows.map((row) => printable(textOf(row[column] ?? "")));
    const cells = texts.map((text) => longest(text.split("\n"), widthOf, false)).sort(ascending);
    const words = texts.map((text) => longest(wordsOf(text), widthOf, false)).sort(ascending);
    const heads = longest(wordsOf(heading), widthOf, true);
    const usual = Math.max(heads, at(words, 0.95));
    // Telephone numbers, IBANs and dates with their time are read as one.
    const numbers = texts.filter((text) => !LOWERCASE.test(text));
    const all = Math.max(usual, words.at(-1) ?? 0, longest(numbers, widthOf, false));
    const line = Math.min(
      Math.max(widthOf(heading, true), at(cells, 0.9)),
      Math.max(all, room * MOST_SHARE),
    );
    return [usual, all, Math.max(all, line)] as const;
  });
  return [columns.map(([usual]) => usual), columns.map(([, all]) => all), columns.map((c) => c[2])];
}

/** Returns the text of a cell; boxes and room for writing have none. */
export function textOf(cell: PrintedCell): string {
  if (typeof cell === "string") return cell;
  return "quiet" in cell ? cell.quiet : "";
}

/** Returns the width of the widest. */
export function longest(texts: readonly string[], widthOf: WidthOf, bold: boolean): number {
  return Math.max(0, ...texts.map((text) => widthOf(text.trimEnd(), bold)));
}

function judgedRows(sections: PrintedList["sections"]): (readonly PrintedCell[])[] {
  const count = sections.reduce((rows, section) => rows + section.rows.length, 0);
  const step = Math.max(1, count / JUDGED);
  const judged: (readonly PrintedCell[])[] = [];
  let begin = 0;
  let next = 0;
  for (const { rows } of sections) {
    while (Math.floor(next) < begin + rows.length) {
      judged.push(rows[Math.floor(next) - begin] ?? []);
      next += step;
    }
    begin += rows.length;
  }
  return judged;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? sorted.at(-1) ?? 0;
}

const ascending = (a: number, b: number) => a - b;
