import { neutralised, type SheetCell } from "#modules/users/server/public.ts";
import type { ExportOptions } from "../tables.ts";
import type { ExportedRow } from "../exported-rows.ts";
import { germanDay } from "./german-day.ts";
import type { TextEncoding } from "./encodings.ts";

const LINE_END = "\r\n";

/** A CSV file in pieces: headings, then a line for each member. */
export async function* csvFile(
  headings: readonly string[],
  portions: AsyncIterable<ExportedRow[]>,
  { delimiter, encoding, marked }: Pick<ExportOptions, "delimiter"> & { encoding: TextEncoding; marked: boolean },
): AsyncGenerator<Buffer> {
  const line = (cells: readonly SheetCell[]) => cells.map((cell) => csvCell(cell, delimiter)).join(delimiter) + LINE_END;
  yield Buffer.concat([encoding.mark, encoding.encode(line(marked ? ["Änderung", ...headings] : headings))]);
  for await (const rows of portions) {
    yield encoding.encode(rows.map(({ cells, mark }) => line(marked ? [mark, ...cells] : cells)).join(""));
  }
}

function csvCell(cell: SheetCell, delimiter: string): string {
  if (cell === null) return "";
  if (cell instanceof Date) return germanDay(cell);
  // A German spreadsheet reads a comma as the decimal sign.
  const text = typeof cell === "number" ? String(cell).replace(".", ",") : neutralised(cell);
  return text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
