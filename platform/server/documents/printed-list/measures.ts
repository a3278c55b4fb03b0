import { MARGIN, roomOf } from "../pdf/page-frame.ts";
import { lineHeight, type Paper } from "../pdf/paper.ts";
import { printable, type Wrapped, wrapped } from "../pdf/wrapped.ts";
import type { PrintedCell, PrintedList } from "../printed-list.ts";
import { columnWidths, givenWidths, sum } from "./columns.ts";
import type { Heights } from "./placement.ts";
import { longest, textOf, wantedWidths } from "./wanted-widths.ts";

/** Right of each column's text. */
const GUTTER = 6;
const SIZES = { dense: [8.5, 8, 7.5, 7], loose: [10] };
/** A box to tick and the line above it. */
const BOX_HEIGHT = 12;
const TITLE_SIZE = 11;
const GAP_BELOW_TABLE = 10;

export interface Measures {
  /** Of the tables' print. */
  size: number;
  /** Above and below the text of a cell, each. */
  padding: number;
  columns: readonly { x: number; width: number }[];
  headings: readonly string[][];
  /** Lines of the sections' titles; none for a section without. */
  titles: readonly string[][];
  titleSize: number;
  linesOf: (cell: PrintedCell, column: number) => Wrapped;
  heights: Heights;
}

/** Returns where everything in a list will stand, without drawing any of it. */
export function measuredList(paper: Paper, list: PrintedList, firstTop: number): Measures {
  const room = roomOf(paper) - list.headings.length * GUTTER;
  const { size, widths } = fittingWidths(paper, list, room);
  const padding = list.dense === true ? 2 : 5;
  const style = (bold: boolean) => (text: string) => paper.widthOf(text, { size, bold });
  const [regular, bold] = [style(false), style(true)];
  const headings = list.headings.map(
    (heading, column) => wrapped(printable(heading), widths[column] ?? 0, bold).lines,
  );
  const titles = list.sections.map((section) => titleLines(paper, section));
  const linesOf = (cell: PrintedCell, column: number) =>
    wrapped(printable(textOf(cell)), widths[column] ?? 0, regular);
  const headLines = Math.max(...headings.map((lines) => lines.length));
  return {
    size,
    padding,
    columns: widths.map((width, column) => ({
      x: MARGIN.side + sum(widths.slice(0, column)) + column * GUTTER,
      width,
    })),
    headings,
    titles,
    titleSize: TITLE_SIZE,
    linesOf,
    heights: {
      firstTop,
      top: MARGIN.top,
      bottom: paper.height - MARGIN.bottom,
      lineHeight: lineHeight(size),
      padding: 2 * padding,
      gap: GAP_BELOW_TABLE,
      sections: list.sections.map(({ rows }, section) => ({
        head:
          titleHeight(titles[section] ?? [], padding) + headLines * lineHeight(size) + 2 * padding,
        lines: Uint16Array.from(rows, (row) => rowLines(row, linesOf)),
        least: leastHeight(rows[0] ?? [], size),
      })),
    },
  };
}

/** The largest print in which all but the rarest words are whole. */
function fittingWidths(
  paper: Paper,
  list: PrintedList,
  room: number,
): { size: number; widths: number[] } {
  const sizes = list.dense === true ? SIZES.dense : SIZES.loose;
  const widthOf = (text: string, bold: boolean) => paper.widthOf(text, { size: 1, bold });
  if (list.widths !== null) {
    const [size = 10] = sizes;
    const words = list.headings.map((heading) => longest(heading.split(" "), widthOf, true) * size);
    return { size, widths: givenWidths(list.widths, words, room) };
  }
  const levels = wantedWidths(list, room / (sizes[0] ?? 1), widthOf);
  const size = sizes.find((each) => sum(levels[0]) * each <= room) ?? sizes.at(-1) ?? 10;
  const sized = levels.map((level) => level.map((width) => width * size));
  return { size, widths: columnWidths(sized, room) };
}

function titleLines(paper: Paper, { title, rows }: PrintedList["sections"][number]): string[] {
  if (title === "") return [];
  const text = printable(`${title} (${rows.length.toLocaleString("de")})`);
  const style = { size: TITLE_SIZE, bold: true };
  return wrapped(text, roomOf(paper), (part) => paper.widthOf(part, style)).lines;
}

function titleHeight(lines: readonly string[], padding: number): number {
  return lines.length === 0 ? 0 : lines.length * lineHeight(TITLE_SIZE) + 2 * padding;
}

function rowLines(row: readonly PrintedCell[], linesOf: Measures["linesOf"]): number {
  let most = 1;
  for (const [column, cell] of row.entries())
    most = Math.max(most, linesOf(cell, column).lines.length);
  return most;
}

/** All rows of a section are made alike. */
function leastHeight(row: readonly PrintedCell[], size: number): number {
  return Math.max(
    ...row.map((cell) => {
      if (typeof cell === "string" || "quiet" in cell) return 0;
      return "box" in cell ? BOX_HEIGHT : cell.room + lineHeight(size);
    }),
    0,
  );
}
