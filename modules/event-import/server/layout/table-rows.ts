import { columnGutters } from "./column-gutters.ts";
import { startsWithDate } from "../dates/date-starts.ts";
import { WEEKDAY } from "../dates/date-words.ts";
import { lineOf, median, type Line } from "./lines.ts";
import { findTimes } from "../dates/times.ts";
import { TABLES } from "../tuning.ts";

const WEEKDAYS_ALONE = new RegExp(`^${WEEKDAY}(?:\\s?[/+&–-]\\s?${WEEKDAY})*,?$`, "iu");

/** A row of a table: per column the lines of its cell. */
export interface TableRow {
  cells: Line[][];
  y: number;
  /** A remark across the columns, in the only cell. */
  across: boolean;
}

/** Lines that form a table, or that stand alone; in order. */
export type Region = { kind: "TABLE"; lines: Line[] } | { kind: "TEXT"; lines: Line[] };

/**
 * Finds where lines with several segments follow one another. A few lines of one segment in between
 * belong to them.
 */
export function regionsOf(lines: readonly Line[]): Region[] {
  const regions: Region[] = [];
  let index = 0;
  while (index < lines.length) {
    const end = tableEnd(lines, index);
    if (end > index) {
      regions.push({ kind: "TABLE", lines: lines.slice(index, end) });
      index = end;
      continue;
    }
    const last = regions.at(-1);
    const line = lines[index];
    if (line !== undefined && last?.kind === "TEXT") last.lines.push(line);
    else if (line !== undefined) regions.push({ kind: "TEXT", lines: [line] });
    index++;
  }
  return regions;
}

function tableEnd(lines: readonly Line[], start: number): number {
  if ((lines[start]?.segments.length ?? 0) < 2) return start;
  let end = start + 1;
  let multiple = 1;
  let single = 0;
  for (let i = start + 1; i < lines.length; i++) {
    const line = lines[i];
    const previous = lines[i - 1];
    if (
      line === undefined ||
      previous === undefined ||
      line.y0 < previous.y0 - previous.size * TABLES.stepBack ||
      line.y0 - previous.y1 > previous.size * TABLES.mostSpace
    )
      break;
    if (line.segments.length >= 2) {
      multiple++;
      single = 0;
      end = i + 1;
    } else if (++single > TABLES.mostSingleLines) break;
  }
  // A wrapped last cell stands below the last line of several segments.
  return multiple >= TABLES.leastRows ? withWrappedCells(lines, end) : start;
}

function withWrappedCells(lines: readonly Line[], end: number): number {
  let last = end;
  while (last < lines.length) {
    const line = lines[last];
    const previous = lines[last - 1];
    if (
      line === undefined ||
      previous === undefined ||
      line.y - previous.y > previous.size * TABLES.wrapPitch ||
      line.y < previous.y
    )
      break;
    const aligned = previous.segments.some(
      (segment, i) => i > 0 && Math.abs(segment.x0 - line.x0) < line.size * TABLES.wrapIndent,
    );
    if (!aligned) break;
    last++;
  }
  return last;
}

/**
 * Divides a table's lines into rows, each beginning with a date (or standing alone, like a heading
 * between).
 */
export function tableRows(lines: readonly Line[], dayAlone: boolean): TableRow[] {
  const gutters = columnGutters(lines);
  const columns: Line[][] = Array.from({ length: gutters.length + 1 }, () => []);
  const remarks: TableRow[] = [];
  for (const line of lines) {
    if (isAcross(line, gutters)) {
      remarks.push({ cells: [[line]], y: line.y, across: true });
      continue;
    }
    const parts = new Map<number, Line["segments"][number]["words"]>();
    for (const word of line.segments.flatMap((segment) => segment.words)) {
      const column = gutters.filter((x) => (word.x0 + word.x1) / 2 > x).length;
      parts.set(column, [...(parts.get(column) ?? []), word]);
    }
    for (const [column, words] of parts) columns[column]?.push(lineOf(words));
  }
  const dates = columns.findIndex(
    (column) =>
      column.filter((line) => startsWithDate(line.text, dayAlone)).length >=
      Math.max(TABLES.leastDates, column.length * TABLES.dates),
  );
  const anchors = dates === -1 ? [] : anchorsOf(columns[dates] ?? [], dayAlone);
  const rows: TableRow[] = anchors.map((cell) => {
    const cells: Line[][] = columns.map(() => []);
    cells[dates] = cell;
    return { cells, y: cell[0]?.y ?? 0, across: false };
  });
  const pitch = median(
    anchors.slice(1).map((cell, i) => (cell[0]?.y ?? 0) - (anchors[i]?.at(-1)?.y ?? 0)),
  );
  const loose: { column: number; block: Line[] }[] = [];
  columns.forEach((column, index) => {
    if (index === dates) {
      const used = new Set(anchors.flat());
      for (const line of column) if (!used.has(line)) loose.push({ column: index, block: [line] });
      return;
    }
    for (const block of blocksOf(column, pitch)) place(block, index, rows, anchors, loose);
  });
  for (const { column, block } of loose) {
    const y = block[0]?.y ?? 0;
    const size = block[0]?.size ?? 0;
    let row = rows.find(
      (candidate) =>
        rows.indexOf(candidate) >= anchors.length &&
        Math.abs(candidate.y - y) < size * TABLES.sameRow,
    );
    if (row === undefined) {
      row = { cells: columns.map(() => []), y, across: false };
      rows.push(row);
    }
    row.cells[column]?.push(...block);
  }
  return [...rows, ...remarks]
    .toSorted((a, b) => a.y - b.y)
    .flatMap((row) => (row.across ? [row] : dividedByTimes(row, dates)));
}

/** "Sommerferien – kein Training vom 1.8. bis 11.9." between the rows: its words heed no column. */
function isAcross(line: Line, gutters: readonly number[]): boolean {
  const [only] = line.segments;
  if (only === undefined || line.segments.length > 1) return false;
  return gutters.some((x) =>
    only.words.some(
      (word) => word.x0 < x - line.size * TABLES.across && word.x1 > x + line.size * TABLES.across,
    ),
  );
}

/** The dates of the date column; "Fr 03.04. – Mo" goes on in the next line. */
function anchorsOf(column: readonly Line[], dayAlone: boolean): Line[][] {
  const anchors: Line[][] = [];
  let open = false;
  for (const line of column) {
    const last = anchors.at(-1);
    const before = last?.at(-1);
    const near = before !== undefined && line.y - before.y < before.size * TABLES.datePitch;
    const continued =
      near &&
      (/(?:[–—-]|bis|\/|&|und|,)$/iu.test(before.text) ||
        /(?:[–—-]|bis|und)\s*(?:\p{L}{2}\.?)?$/iu.test(before.text) ||
        /^(?:[–—-]|bis\b|und\b|\d{4}$)/iu.test(line.text));
    const weekdayAbove =
      near &&
      last?.length === 1 &&
      WEEKDAYS_ALONE.test(before.text) &&
      startsWithDate(line.text, dayAlone);
    if (last !== undefined && (continued || weekdayAbove)) last.push(line);
    else if (WEEKDAYS_ALONE.test(line.text) && isAboveDate(line, column, dayAlone)) {
      anchors.push([line]);
      open = true;
    } else if (startsWithDate(line.text, dayAlone)) {
      anchors.push([line]);
      open = true;
    } else if (open && near && last !== undefined && findTimes(line.text).length > 0)
      last.push(line);
    else open = false;
  }
  return anchors;
}

/** "Samstag" alone, its date in the next line of a narrow cell. */
function isAboveDate(line: Line, column: readonly Line[], dayAlone: boolean): boolean {
  const next = column[column.indexOf(line) + 1];
  return (
    next !== undefined &&
    next.y - line.y < line.size * TABLES.datePitch &&
    startsWithDate(next.text, dayAlone)
  );
}

/** Lines of a column that stand close together. */
function blocksOf(column: readonly Line[], pitch: number): Line[][] {
  const blocks: Line[][] = [];
  for (const line of column) {
    const last = blocks.at(-1)?.at(-1);
    const limit =
      pitch > 0
        ? Math.min(
            TABLES.wrapPitch * line.size,
            Math.max(TABLES.tightPitch * line.size, TABLES.tightShare * pitch),
          )
        : TABLES.wrapPitch * line.size;
    if (last !== undefined && line.y - last.y < limit) blocks.at(-1)?.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function place(
  block: Line[],
  column: number,
  rows: TableRow[],
  anchors: readonly Line[][],
  loose: { column: number; block: Line[] }[],
): void {
  const touched = anchors.flatMap((anchor, index) => (touches(anchor, block) ? [index] : []));
  const only = touched[0];
  if (only === undefined) loose.push({ column, block });
  else if (touched.length === 1) rows[only]?.cells[column]?.push(...block);
  else {
    // Rows set so close that cells run together: each line goes with the last date at or above it.
    for (const line of block) {
      const index = anchors.findLastIndex(
        (anchor) => (anchor[0]?.y ?? 0) <= line.y + line.size * TABLES.aboveDate,
      );
      if (index === -1) loose.push({ column, block: [line] });
      else rows[index]?.cells[column]?.push(line);
    }
  }
}

function touches(a: readonly Line[], b: readonly Line[]): boolean {
  const top = Math.max(a[0]?.y ?? 0, b[0]?.y ?? 0);
  const bottom = Math.min(a.at(-1)?.y ?? 0, b.at(-1)?.y ?? 0);
  return top - bottom < TABLES.touch * (a[0]?.size ?? 0);
}

/** Several times in one row with a text beside each are several entries of one day. */
function dividedByTimes(row: TableRow, dates: number): TableRow[] {
  const times = row.cells.findIndex(
    (cell, index) =>
      index !== dates &&
      cell.length >= 2 &&
      cell.filter((line) => beginsWithTime(line)).length === cell.length,
  );
  const starts = row.cells[times] ?? [];
  if (times === -1 || dates === -1) return [row];
  const texts = row.cells.findIndex(
    (cell, index) =>
      index !== dates &&
      index !== times &&
      cell.length >= starts.length &&
      starts.every((start) =>
        cell.some((line) => Math.abs(line.y - start.y) < line.size * TABLES.besideTime),
      ),
  );
  if (texts === -1) return [row];
  return starts.map((start, index) => ({
    y: start.y,
    across: false,
    cells: row.cells.map((cell, column) =>
      column === dates
        ? cell
        : cell.filter(
            (line) =>
              starts.findLastIndex((other) => other.y <= line.y + line.size * TABLES.besideTime) ===
                index ||
              (index === 0 && line.y < start.y),
          ),
    ),
  }));
}

function beginsWithTime(line: Line): boolean {
  return findTimes(line.text)[0]?.from === 0 && !/[–—-]$/.test(line.text);
}
