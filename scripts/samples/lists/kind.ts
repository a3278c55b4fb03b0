import type { CellName } from "./cells.ts";
import type { Habit } from "./habits.ts";
import type { IdleName } from "./idle-cells.ts";

export type ColumnPlan =
  | readonly [heading: string, cell: CellName | IdleName]
  /** A column for each group, ticked where somebody belongs to it. */
  | readonly [heading: string, cell: "ticks", ticked: string];

/** Rows between and around the people, which are no people. */
export type Stray =
  | "TITLE"
  | "SECTIONS"
  | "SUBTOTALS"
  | "SUM"
  | "FOOTER"
  | "REPEATED_HEADINGS"
  | "EXAMPLE"
  | "LEGEND"
  | "BLANK_LINES";

/** The make of a list: what a program exports, or how one person keeps theirs. */
export interface Kind {
  name: string;
  /** Neither wording nor weights were made with these in view. */
  heldOut?: true;
  columns: readonly ColumnPlan[];
  habit?: Partial<Habit>;
  strays?: readonly Stray[];
  format?: "CSV" | "XLSX" | "ODS" | "JSON";
  /** Days and numbers of a workbook are such, not texts. */
  typed?: true;
  delimiter?: string;
  encoding?: "utf8" | "utf8bom" | "cp1252" | "cp850" | "cp437" | "utf16le" | "utf16be" | "macroman";
  groups?: readonly string[];
  /** What stands for each group in a list of codes. */
  groupCodes?: readonly string[];
  /** Name of the sheet that says what the codes of groups mean. */
  legendSheet?: string;
  /** Below the list it says what the codes of the status mean. */
  statusLegend?: true;
}
