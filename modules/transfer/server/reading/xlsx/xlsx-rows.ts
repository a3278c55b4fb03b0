import { type TableCell, UnreadableTable } from "#platform/server/documents/table.ts";
import type { Span } from "../headings.ts";
import { LIMITS, type RawRow, tooManyColumns, tooManyRows } from "../table.ts";
import type { Sheet, Workbook } from "./xlsx-workbook.ts";
import { isTrue, withoutEscapes } from "./xlsx-workbook.ts";
import { type Attributes, incomplete, XmlScanner } from "./xml-scanner.ts";

const DAY_MS = 86_400_000;
/** Longest end of a sheet that is looked through for merged cells. */
const TAIL = 1024 * 1024;

const END_OF_ROWS = /<\/(?:\w+:)?sheetData\s*>|<(?:\w+:)?sheetData\s*\/>/;

/** What surrounds a sheet's rows. */
export interface SheetFrame {
  merged: Span[];
  /** Columns that Excel does not show, from 0. */
  hiddenColumns: Set<number>;
}

/**
 * Merged cells stand behind the rows, so the whole part is unpacked; its rows are not looked at.
 */
export async function sheetFrame({ zip }: Workbook, sheet: Sheet): Promise<SheetFrame> {
  let head = "";
  let rest = "";
  let tail: string | undefined;
  for await (const piece of zip.text(sheet.part)) {
    if (head.length < 256 * 1024 && !head.includes("<sheetData")) head += piece;
    if (tail !== undefined) {
      if (tail.length < TAIL) tail += piece;
      continue;
    }
    const text = rest + piece;
    const end = END_OF_ROWS.exec(text);
    if (end !== null) tail = text.slice(end.index);
    rest = text.slice(-32);
  }
  const merged: Span[] = [];
  for (const [, first, line, last, lastLine] of (tail ?? "").matchAll(
    /<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g,
  )) {
    if (first === undefined || last === undefined || lastLine !== line) continue;
    merged.push({ line: Number(line), first: columnOf(first), last: columnOf(last) });
  }
  const hiddenColumns = new Set<number>();
  for (const [, attributes = ""] of head.matchAll(/<(?:\w+:)?col(\s[^>]*)>/g)) {
    if (!/\shidden="(?:1|true)"/.test(attributes)) continue;
    const first = Number(/\smin="(\d+)"/.exec(attributes)?.[1]);
    const last = Math.min(Number(/\smax="(\d+)"/.exec(attributes)?.[1]), LIMITS.columns);
    for (let column = first; column <= last; column++) hiddenColumns.add(column - 1);
  }
  return { merged, hiddenColumns };
}

/**
 * Rows of a sheet that hold anything, read as they are asked for. Formulas come as the values that
 * Excel worked out.
 */
export async function* sheetRows(workbook: Workbook, sheet: Sheet): AsyncGenerator<RawRow> {
  const reader = new RowReader(workbook);
  const scanner = new XmlScanner(reader);
  let count = 0;
  for await (const piece of workbook.zip.text(sheet.part)) {
    scanner.push(piece);
    for (const row of reader.take()) {
      if (++count > LIMITS.rows) throw new UnreadableTable(tooManyRows());
      yield row;
    }
  }
  if (!reader.complete) throw incomplete();
}

/** Gathers the rows of a sheet from what its XML says. */
class RowReader {
  /** The end of the rows was seen. */
  complete = false;
  readonly #workbook: Workbook;
  #rows: RawRow[] = [];
  #row: RawRow = { line: 0, cells: [] };
  #column = -1;
  #type = "";
  #style = -1;
  #value = "";
  #isFormula = false;
  #depthOfText: "" | "v" | "t" = "";
  #inPhonetic = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  take(): RawRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "c") {
      const reference = attributes["r"];
      this.#column =
        reference === undefined
          ? this.#column + 1
          : columnOf(/^[A-Z]+/.exec(reference)?.[0] ?? "A");
      this.#type = attributes["t"] ?? "n";
      this.#style = Number(attributes["s"] ?? -1);
      this.#value = "";
      this.#isFormula = false;
    } else if (name === "f") this.#isFormula = true;
    else if (name === "v" || name === "t") this.#depthOfText = this.#inPhonetic ? "" : name;
    else if (name === "rPh") this.#inPhonetic = true;
    else if (name === "row") {
      const line = Number(attributes["r"] ?? this.#row.line + 1);
      this.#row = {
        line,
        cells: [],
        ...(isTrue(attributes["hidden"]) ? { hidden: true } : {}),
      };
      this.#column = -1;
    }
  }

  text(text: string): void {
    if (this.#depthOfText !== "") this.#value += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.#depthOfText = "";
    else if (name === "rPh") this.#inPhonetic = false;
    else if (name === "c") this.#cell();
    else if (name === "row") {
      if (this.#row.cells.length > 0) this.#rows.push(this.#row);
    } else if (name === "sheetData") this.complete = true;
  }

  #cell(): void {
    const value = this.#read();
    const { line, cells } = this.#row;
    if (value === null && this.#isFormula && this.#type !== "str")
      (this.#row.unworked ??= []).push(this.#column);
    if (value === null || value === "") return;
    if (this.#column >= LIMITS.columns)
      throw new UnreadableTable(tooManyColumns(line, this.#column + 1));
    if (typeof value === "string" && value.length > LIMITS.cell)
      throw new UnreadableTable(
        `In Zeile ${line}, Spalte ${this.#column + 1} steht ein viel zu langer Text (${value.length.toLocaleString("de")} Zeichen).`,
      );
    while (cells.length < this.#column) cells.push(null);
    cells[this.#column] = value;
  }

  #read(): TableCell {
    const text = this.#value;
    if (text === "") return null;
    switch (this.#type) {
      case "s":
        return this.#workbook.sharedTexts.at(Number(text));
      case "str":
      case "inlineStr":
        return withoutEscapes(text);
      case "b":
        return text === "1" || text === "true";
      case "e":
        return text;
      case "d": {
        const day = new Date(/\dT\d/.test(text) ? `${text.replace(/Z$/, "")}Z` : text);
        return Number.isNaN(day.getTime()) ? text : day;
      }
      default:
        return this.#number(Number(text), text);
    }
  }

  #number(value: number, text: string): TableCell {
    if (Number.isNaN(value)) return text;
    const style = this.#workbook.styles[this.#style] ?? "PLAIN";
    if (style === "DATE") return dayOf(value, this.#workbook.from1904);
    return typeof style === "number" && Number.isInteger(value) && value >= 0
      ? String(value).padStart(style, "0")
      : value;
  }
}

/** Wall-clock time of a serial number, in UTC. Excel counts a 29 February 1900 that never was. */
function dayOf(serial: number, from1904: boolean): TableCell {
  if (serial < 0 || serial > 2_958_466) return serial;
  const day = from1904 ? serial + 1462 : serial;
  return new Date(Math.round((day < 60 ? day + 1 : day) * DAY_MS) + Date.UTC(1899, 11, 30));
}

/** A → 0. */
export function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}
