import type { Readable } from "node:stream";
import type { SheetCell } from "#platform/server/documents/sheet-cells.ts";
import { xlsxStream } from "#platform/server/documents/xlsx.ts";
import type { ExportedRow } from "../exported-rows.ts";

export function xlsxFile(
  headings: readonly string[],
  portions: AsyncIterable<ExportedRow[]>,
  { marked }: { marked: boolean },
): Readable {
  return xlsxStream(
    "Mitglieder",
    marked ? ["Änderung", ...headings] : headings,
    sheetRows(portions, marked),
  );
}

async function* sheetRows(
  portions: AsyncIterable<ExportedRow[]>,
  marked: boolean,
): AsyncGenerator<SheetCell[]> {
  for await (const rows of portions) {
    for (const { cells, mark } of rows) yield marked ? [mark, ...cells] : cells;
  }
}
