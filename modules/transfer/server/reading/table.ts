import type { TableCell } from "#platform/server/documents/table.ts";
import type { DetectedTable } from "../../mapping-contract.ts";
import type { Legend } from "./legends.ts";

/** What is wrong with one row as a whole, at a column of the file (empty: at none). German. */
export interface RowProblem {
  column: string;
  message: string;
  /** Concerns this cell only, and nobody whose column is not taken over. */
  ofCell?: true;
}

/** A row of data, below the column names. */
export interface TableRow {
  /** Physical line of a text, row of a sheet, or number of the record (JSON), from 1. */
  line: number;
  /** As many as there are columns; missing ones are null. */
  cells: TableCell[];
  /** Rows that are too short or too long: values may stand in wrong columns, so they are faulty. */
  problems: RowProblem[];
}

/** What is known of a file before its rows are read. */
export interface TableHead {
  detected: DetectedTable;
  /** Unique; a heading above several columns stands before an arrow: `Anschrift->PLZ`. */
  columns: string[];
  /** The first rows, 200 at most. */
  sample: TableRow[];
  warnings: string[];
  /** What codes of the list stand for, where the file says so. */
  legend?: Legend;
}

/** Lines as they stand in a file, before it is known which of them holds the column names. */
export interface RawRow {
  line: number;
  cells: TableCell[];
  /** Excel does not show it, mostly because of a filter. */
  hidden?: boolean;
  /**
   * Places of cells with a formula whose value the program that wrote the file did not work out.
   */
  unworked?: number[];
}

/** Limits of what is read at all; larger files have to be split. */
export const LIMITS = {
  rows: 200_000,
  columns: 1_000,
  cell: 32_767,
  unpackedBytes: 600 * 1024 * 1024,
} as const;

export function tooManyRows(): string {
  return `Die Datei hat zu viele Zeilen; höchstens ${LIMITS.rows.toLocaleString("de")} sind auf einmal möglich. Bitte teilen Sie sie auf.`;
}

export function tooManyColumns(line: number, found: number): string {
  return `Zeile ${line.toLocaleString("de")} hat ${found.toLocaleString("de")} Spalten; höchstens ${LIMITS.columns.toLocaleString("de")} sind möglich.`;
}
