import type { TableCell } from "#platform/server/documents/table.ts";
import type { NameLookup } from "../mapping/name-lookup.ts";
import { looksLikeValue } from "../mapping/values/value-shapes.ts";
import type { RawRow } from "./table.ts";

/** Columns that a heading above them holds together, counted from 0; of merged cells. */
export interface Span {
  line: number;
  first: number;
  last: number;
}

export interface Headings {
  /** Line of the column names; 0: there is none. */
  line: number;
  /** How many of the looked-at rows come before the data. */
  skipped: number;
  columns: string[];
}

/**
 * Column names stand in one of the first rows; above them titles, dates of print and empty lines.
 */
const SEARCHED_ROWS = 30;

/**
 * Finds the column names in a file's first rows. `wanted` is the line that the user says (0: none).
 * A row of group headings right above the names goes in front of them: `Anschrift->PLZ`.
 */
export function findHeadings(
  rows: readonly RawRow[],
  wanted: number | undefined,
  spans: readonly Span[] | undefined,
  names: NameLookup,
): Headings {
  const width =
    spans === undefined
      ? usualEnd(rows)
      : rows.reduce((most, { cells }) => Math.max(most, lastFilled(cells) + 1), 0);
  const at =
    wanted === undefined
      ? headingAt(rows, names)
      : wanted === 0
        ? -1
        : rows.findIndex(({ line }) => line >= wanted);
  const row = rows[at];
  if (row === undefined)
    return { line: 0, skipped: 0, columns: unique(Array.from({ length: width }, () => "")) };
  const texts = Array.from({ length: Math.max(width, lastFilled(row.cells) + 1) }, (_, index) =>
    textOf(row.cells[index]),
  );
  const groups = groupsAbove(rows[at - 1], row, spans, names);
  const labelled = texts.map((name, index) => {
    const group = groups?.[index] ?? "";
    return name === "" || group === "" ? name || group : `${group}->${name}`;
  });
  return { line: row.line, skipped: at + 1, columns: unique(labelled) };
}

/** How far a good part of the rows reaches: a row that is longer by mistake makes no columns. */
function usualEnd(rows: readonly RawRow[]): number {
  const ends = rows.map(({ cells }) => lastFilled(cells) + 1).toSorted((a, b) => b - a);
  return ends[Math.floor(ends.length * 0.3)] ?? 0;
}

/** -1: the first row is data already. */
function headingAt(rows: readonly RawRow[], names: NameLookup): number {
  let best = -1;
  let bestScore = 0;
  const usualWidth =
    rows.map(({ cells }) => filled(cells)).toSorted((a, b) => b - a)[Math.floor(rows.length / 4)] ??
    0;
  for (const [index, { cells }] of rows.slice(0, SEARCHED_ROWS).entries()) {
    const texts = cells.map(textOf).filter((text) => text !== "");
    if (texts.length === 0 || texts.some((text) => text.length > 200)) continue;
    const known = texts.filter((text) => names.isKnown(text)).length;
    const values = cells.filter(
      (cell) => typeof cell === "number" || cell instanceof Date || looksLikeValue(textOf(cell)),
    ).length;
    const repeated = texts.length - new Set(texts).size;
    // Names that are known decide; else a full row of short texts above rows as wide.
    const score =
      known * 3 +
      Math.min(texts.length, usualWidth) -
      values * 4 -
      repeated -
      Math.max(0, usualWidth - texts.length) * 1.5 -
      index * 0.01;
    if (score > bestScore && (values === 0 || known > values)) {
      best = index;
      bestScore = score;
    }
  }
  return best;
}

/** Headings above several columns each; undefined when the row above says something else. */
function groupsAbove(
  above: RawRow | undefined,
  names: RawRow,
  spans: readonly Span[] | undefined,
  known: NameLookup,
): string[] | undefined {
  if (above === undefined || above.line !== names.line - 1) return undefined;
  const count = filled(above.cells);
  // One cell is a title, unless it stands above a part of the columns only.
  const all = filled(names.cells);
  const isKnownOnly =
    count === 1 &&
    textOf(above.cells[0]) === "" &&
    above.cells.some((cell) => known.isKnown(textOf(cell)));
  if ((count < 2 && !isKnownOnly) || count > all || (spans === undefined && count === all))
    return undefined;
  if (
    above.cells.some(
      (cell) => (cell !== null && typeof cell !== "string") || looksLikeValue(textOf(cell)),
    )
  )
    return undefined;
  const merged = spans?.filter(({ line }) => line === above.line);
  const groups: string[] = [];
  let current = "";
  for (let index = 0; index < Math.max(names.cells.length, above.cells.length); index++) {
    const own = textOf(above.cells[index]);
    if (merged === undefined) current = own === "" ? current : own;
    else {
      const span = merged.find(({ first, last }) => index >= first && index <= last);
      current = span === undefined ? own : textOf(above.cells[span.first]);
    }
    groups.push(current);
  }
  return groups;
}

/** Nameless columns get their number; a name that comes again gets one too. */
function unique(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, index) => {
    const base = name === "" ? `Spalte ${index + 1}` : name.slice(0, 180);
    let own = base;
    for (let number = 2; seen.has(own); number++) own = `${base} (${number})`;
    seen.add(own);
    return own;
  });
}

export function textOf(cell: TableCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  return (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))
    .replace(/\s+/g, " ")
    .trim();
}

function filled(cells: readonly TableCell[]): number {
  return cells.filter((cell) => textOf(cell) !== "").length;
}

export function lastFilled(cells: readonly TableCell[]): number {
  return cells.findLastIndex((cell) => textOf(cell) !== "");
}
