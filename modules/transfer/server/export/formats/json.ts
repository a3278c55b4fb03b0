import type { SheetCell } from "#platform/server/documents/sheet-cells.ts";
import type { ExportedRow } from "../exported-rows.ts";

/** A JSON array with an object for each member, keyed by the headings. */
export async function* jsonFile(
  headings: readonly string[],
  portions: AsyncIterable<ExportedRow[]>,
  { marked }: { marked: boolean },
): AsyncGenerator<Buffer> {
  const keys = distinct(marked ? ["Änderung", ...headings] : headings);
  let separator = "[\n";
  for await (const rows of portions) {
    let text = "";
    for (const { cells, mark } of rows) {
      const values = (marked ? [mark, ...cells] : cells).map(jsonValue);
      text +=
        separator +
        JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null])));
      separator = ",\n";
    }
    yield Buffer.from(text);
  }
  yield Buffer.from(separator === "[\n" ? "[]\n" : "\n]\n");
}

function jsonValue(cell: SheetCell): string | number | null {
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : cell;
}

/** An object has each key once: a second column of the same name is numbered. */
function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name) => {
    let key = name;
    for (let number = 2; seen.has(key); number++) key = `${name} ${number}`;
    seen.add(key);
    return key;
  });
}
