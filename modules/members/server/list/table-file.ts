import { Readable } from "node:stream";
import { csvLine, type SheetCell } from "#platform/server/documents/sheet-cells.ts";
import { xlsxStream } from "#platform/server/documents/xlsx.ts";
import { attachment } from "#platform/server/http/content-disposition.ts";
import type { ByteAnswer } from "#platform/server/http/implement.ts";

/** A column of a file: its German heading and what it says of a row. */
export interface TableColumn<Row> {
  label: string;
  value(row: Row): SheetCell;
}

interface FileWanted {
  /** Without its ending. */
  name: string;
  /** Of the workbook. */
  sheet: string;
  format: "CSV" | "XLSX";
}

/** Returns rows as a file, which is written while it is sent; formulas are made harmless. */
export function tableFile<Row>(
  { name, sheet, format }: FileWanted,
  columns: readonly TableColumn<Row>[],
  portions: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): ByteAnswer {
  if (format === "CSV")
    return {
      contentType: "text/csv; charset=utf-8",
      content: Readable.from(csvLines(columns, portions), { objectMode: false }),
      headers: attachment(`${name}.csv`),
    };
  const headings = columns.map(({ label }) => label);
  return {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    content: xlsxStream(sheet, headings, sheetRows(columns, portions)),
    headers: attachment(`${name}.xlsx`),
  };
}

/** UTF-8 with byte order mark and semicolons: what a German Excel opens without asking. */
async function* csvLines<Row>(
  columns: readonly TableColumn<Row>[],
  portions: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
) {
  yield Buffer.from(`\u{feff}${csvLine(columns.map(({ label }) => label))}`);
  for await (const rows of portions)
    yield Buffer.from(rows.map((row) => csvLine(columns.map(({ value }) => value(row)))).join(""));
}

async function* sheetRows<Row>(
  columns: readonly TableColumn<Row>[],
  portions: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
) {
  for await (const rows of portions)
    for (const row of rows) yield columns.map(({ value }) => value(row));
}
