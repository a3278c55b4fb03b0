import { Readable } from "node:stream";
import { attachment } from "#platform/server/http/content-disposition.ts";
import { neutralise, type SheetCell } from "#platform/server/documents/sheet-cells.ts";
import { xlsxStream } from "#platform/server/documents/xlsx.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { ByteAnswer } from "#platform/server/http/implement.ts";
import type { TableCell } from "#platform/server/documents/table.ts";
import { openKeptFile } from "../sources/kept-file.ts";
import type { RunRecord } from "./run-record.ts";
import type { RowProblem } from "../stored-values.ts";

/**
 * Name of the column with the reasons; no field is called so, so that it is left alone when the
 * file comes back.
 */
const REASON = "Grund";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * The faulty rows as they stood in the file, with what is wrong with each: mended, they can be
 * imported again.
 */
export async function faultyRowsFile(
  blobs: BlobStore,
  run: RunRecord,
  faulty: ReadonlyMap<number, readonly RowProblem[]>,
): Promise<ByteAnswer> {
  const table = await openKeptFile(blobs, run);
  const { format, delimiter, sheet } = table.detected;
  const rows: TableCell[][] = [];
  try {
    let number = 0;
    for await (const { cells } of table.rows) {
      const problems = faulty.get(++number);
      if (problems !== undefined)
        rows.push([
          ...table.columns.map((_column, index) => cells[index] ?? null),
          reasonsOf(problems),
        ]);
    }
  } finally {
    await table.close();
  }
  const headings = [
    ...table.columns,
    table.columns.includes(REASON) ? `${REASON} (Import)` : REASON,
  ];
  const name = `${(run.file_name ?? "Import").replace(/\.[^.]*$/, "")} – fehlerhafte Zeilen`;
  switch (format) {
    case "XLSX":
      return {
        contentType: XLSX,
        content: xlsxStream(
          sheet ?? "Mitglieder",
          headings,
          rows.map((row) => row.map(sheetCell)),
        ),
        headers: attachment(`${name}.xlsx`),
      };
    case "JSON": {
      const records = rows.map((row) =>
        Object.fromEntries(headings.map((heading, index) => [heading, plain(row[index] ?? null)])),
      );
      return {
        contentType: "application/json",
        content: Buffer.from(JSON.stringify(records, null, 2)),
        headers: attachment(`${name}.json`),
      };
    }
    // Cards have no place for reasons; a table of their properties has.
    case "VCARD":
    case "CSV":
      return {
        contentType: "text/csv",
        content: Readable.from(csvLines(headings, rows, delimiter ?? ";")),
        headers: attachment(`${name}.csv`),
      };
  }
}

function reasonsOf(problems: readonly RowProblem[]): string {
  return problems
    .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
    .join(" ");
}

/** UTF-8 with mark, as Excel reads it; the reader finds out by itself. */
function* csvLines(
  headings: readonly string[],
  rows: readonly TableCell[][],
  delimiter: string,
): Generator<string> {
  const quoted = (cell: TableCell) => {
    const text = neutralise(String(plain(cell) ?? ""), { forExcel: true });
    return /["\r\n]/.test(text) || text.includes(delimiter) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  yield `\uFEFF${headings.map(quoted).join(delimiter)}\r\n`;
  for (const row of rows) yield `${row.map(quoted).join(delimiter)}\r\n`;
}

function plain(cell: TableCell): string | number | boolean | null {
  return cell instanceof Date ? cell.toISOString().replace(/T00:00:00\.000Z$/, "") : cell;
}

function sheetCell(cell: TableCell): SheetCell {
  if (cell instanceof Date) return cell;
  if (typeof cell === "boolean") return cell ? "ja" : "nein";
  return cell;
}
