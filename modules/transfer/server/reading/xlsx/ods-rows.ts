import { type TableCell, UnreadableTable } from "#platform/server/documents/table.ts";
import type { Span } from "../headings.ts";
import { LIMITS, type RawRow, tooManyColumns, tooManyRows } from "../table.ts";
import { type Attributes, incomplete, XmlScanner } from "./xml-scanner.ts";
import type { ZipPackage } from "./zip-package.ts";

/** Part of a spreadsheet of LibreOffice or OpenOffice that holds all its sheets. */
export const ODS_CONTENT = "content.xml";

/** A sheet as far as it has to be known before its rows are read. */
export interface OdsSheet {
  name: string;
  /** The first rows that hold anything. */
  first: RawRow[];
  merged: Span[];
}

const LOOKED_AT = 30;

/** Returns the sheets of a spreadsheet in order, with their first rows. */
export async function odsSheets(zip: ZipPackage): Promise<OdsSheet[]> {
  const sheets: OdsSheet[] = [];
  const reader = new OdsReader((sheet) => {
    sheets.push(sheet);
    return true;
  }, LOOKED_AT);
  await readThrough(zip, reader, (rows, sheet) => {
    sheet.first.push(...rows.slice(0, LOOKED_AT - sheet.first.length));
  });
  return sheets;
}

/** Rows of one sheet that hold anything, read as they are asked for. */
export async function* odsRows(zip: ZipPackage, name: string): AsyncGenerator<RawRow> {
  let isOver = false;
  const reader = new OdsReader((sheet) => sheet.name === name && !isOver, LIMITS.rows + 1);
  const scanner = new XmlScanner(reader);
  let count = 0;
  for await (const piece of zip.text(ODS_CONTENT)) {
    scanner.push(piece);
    for (const row of reader.take()) {
      isOver = true;
      if (++count > LIMITS.rows) throw new UnreadableTable(tooManyRows());
      yield row;
    }
  }
  if (!reader.complete) throw incomplete();
}

async function readThrough(
  zip: ZipPackage,
  reader: OdsReader,
  give: (rows: RawRow[], sheet: OdsSheet) => void,
): Promise<void> {
  const scanner = new XmlScanner(reader);
  reader.onSheetEnd = give;
  for await (const piece of zip.text(ODS_CONTENT)) scanner.push(piece);
  if (!reader.complete) throw incomplete();
}

/** Gathers rows from what the content's XML says. */
class OdsReader {
  complete = false;
  onSheetEnd: ((rows: RawRow[], sheet: OdsSheet) => void) | undefined;
  readonly #wants: (sheet: OdsSheet) => boolean;
  readonly #most: number;
  #sheet: OdsSheet | undefined;
  #rows: RawRow[] = [];
  #given = 0;
  #line = 0;
  #row: RawRow | undefined;
  #repeatedRow = 1;
  #column = 0;
  #cell: Attributes | undefined;
  #text = "";
  #paragraphs = 0;
  /** Depth within a note to a cell, whose words are not the cell's. */
  #note = 0;
  #inText = 0;
  #tables = 0;

  constructor(wants: (sheet: OdsSheet) => boolean, most: number) {
    this.#wants = wants;
    this.#most = most;
  }

  take(): RawRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "table") {
      if (++this.#tables > 1) return;
      const sheet: OdsSheet = { name: attributes["table:name"] ?? "", first: [], merged: [] };
      this.#sheet = this.#wants(sheet) ? sheet : undefined;
      this.#line = 0;
      this.#given = 0;
    }
    if (this.#sheet === undefined) return;
    if (name === "annotation") this.#note++;
    if (this.#note > 0) return;
    if (name === "table-row") {
      this.#repeatedRow = repeated(attributes["table:number-rows-repeated"]);
      this.#row = { line: this.#line + 1, cells: [], ...hiddenOf(attributes) };
      this.#column = 0;
    } else if (name === "table-cell" || name === "covered-table-cell") {
      this.#cell = attributes;
      this.#text = "";
      this.#paragraphs = 0;
    } else if (name === "p" && this.#cell !== undefined) {
      if (this.#paragraphs++ > 0) this.#text += "\n";
      this.#inText++;
    } else if (name === "s")
      this.#text += " ".repeat(Math.min(repeated(attributes["text:c"]), 1_000));
    else if (name === "tab") this.#text += "\t";
    else if (name === "line-break") this.#text += "\n";
  }

  text(text: string): void {
    if (this.#inText > 0 && this.#note === 0) this.#text += text;
  }

  close(name: string): void {
    if (name === "spreadsheet") this.complete = true;
    if (name === "table" && --this.#tables > 0) return;
    if (this.#sheet === undefined) return;
    if (name === "annotation") this.#note--;
    else if (this.#note > 0) return;
    else if (name === "p") this.#inText = Math.max(0, this.#inText - 1);
    else if (name === "table-cell" || name === "covered-table-cell") this.#endCell();
    else if (name === "table-row") this.#endRow();
    else if (name === "table") {
      this.onSheetEnd?.(this.take(), this.#sheet);
      this.#sheet = undefined;
    }
  }

  #endCell(): void {
    const attributes = this.#cell;
    const row = this.#row;
    this.#cell = undefined;
    this.#inText = 0;
    if (attributes === undefined || row === undefined) return;
    const times = repeated(attributes["table:number-columns-repeated"]);
    const value = valueOf(attributes, this.#text);
    if (value !== null) {
      if (this.#column + times > LIMITS.columns)
        throw new UnreadableTable(tooManyColumns(row.line, this.#column + times));
      if (typeof value === "string" && value.length > LIMITS.cell)
        throw new UnreadableTable(
          `In Zeile ${row.line}, Spalte ${this.#column + 1} steht ein viel zu langer Text (${value.length.toLocaleString("de")} Zeichen).`,
        );
      const span = repeated(attributes["table:number-columns-spanned"]);
      if (span > 1 && row.line <= LOOKED_AT)
        this.#sheet?.merged.push({
          line: row.line,
          first: this.#column,
          last: Math.min(this.#column + span, LIMITS.columns) - 1,
        });
      while (row.cells.length < this.#column) row.cells.push(null);
      for (let time = 0; time < times; time++) row.cells.push(value);
    }
    this.#column += times;
  }

  #endRow(): void {
    const row = this.#row;
    this.#row = undefined;
    if (row === undefined) return;
    // Empty rows stand once with the number of times that they come.
    if (row.cells.length > 0)
      for (let time = 0; time < this.#repeatedRow && this.#given < this.#most; time++) {
        this.#given++;
        this.#rows.push({ ...row, line: row.line + time, cells: [...row.cells] });
      }
    this.#line += this.#repeatedRow;
  }
}

function repeated(text: string | undefined): number {
  const times = Number(text ?? 1);
  return Number.isInteger(times) && times > 0 ? times : 1;
}

function hiddenOf(attributes: Attributes): { hidden?: true } {
  const visibility = attributes["table:visibility"];
  return visibility === "collapse" || visibility === "filter" ? { hidden: true } : {};
}

function valueOf(attributes: Attributes, text: string): TableCell {
  switch (attributes["office:value-type"]) {
    case "float":
    case "percentage":
    case "currency": {
      const value = Number(attributes["office:value"]);
      // What is shown as 01067 is a text that happens to be a number.
      return /^0\d+$/.test(text) || Number.isNaN(value) ? text || null : value;
    }
    case "date": {
      const given = attributes["office:date-value"] ?? "";
      const day = new Date(/T/.test(given) ? `${given.replace(/Z$/, "")}Z` : given);
      return Number.isNaN(day.getTime()) ? text || null : day;
    }
    case "boolean":
      return attributes["office:boolean-value"] === "true";
    default:
      return text === "" ? null : text;
  }
}
