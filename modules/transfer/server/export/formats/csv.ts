import { csvLine } from "#platform/server/documents/sheet-cells.ts";
import type { ExportOptions } from "../stored-values.ts";
import type { ExportedRow } from "../exported-rows.ts";
import type { TextEncoding } from "./encodings.ts";

/** A CSV file in pieces: headings, then a line for each member. */
export async function* csvFile(
  headings: readonly string[],
  portions: AsyncIterable<ExportedRow[]>,
  {
    delimiter,
    encoding,
    marked,
  }: Pick<ExportOptions, "delimiter"> & { encoding: TextEncoding; marked: boolean },
): AsyncGenerator<Buffer> {
  const reader = { delimiter, forExcel: encoding.forExcel };
  yield Buffer.concat([
    encoding.mark,
    encoding.encode(csvLine(marked ? ["Änderung", ...headings] : headings, reader)),
  ]);
  for await (const rows of portions) {
    yield encoding.encode(
      rows.map(({ cells, mark }) => csvLine(marked ? [mark, ...cells] : cells, reader)).join(""),
    );
  }
}
