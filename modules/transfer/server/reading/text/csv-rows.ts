import { Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { type Delimiter, DELIMITERS, type Encoding } from "../../../table-formats.ts";
import { LIMITS, type RawRow, tooManyColumns, tooManyRows } from "../table.ts";
import { textOf } from "./text-encoding.ts";

/** Longest row: a good 100 long cells. */
const LONGEST_ROW = 1_000_000;
const LOOKED_AT = 64 * 1024;
/** Excel's own first line that names the delimiter. */
const SEP_LINE = /^sep=([;,\t|])\r?\n/i;

/**
 * The sign that parts the cells of a text: named in its first line, or the one that parts most
 * lines alike.
 */
export async function delimiterOf(path: string, encoding: Encoding): Promise<Delimiter> {
  let text = "";
  for await (const piece of textOf(path, encoding)) {
    text += piece;
    if (text.length >= LOOKED_AT) break;
  }
  const named = SEP_LINE.exec(text)?.[1];
  const isCut = text.length >= LOOKED_AT;
  const lines = text
    .slice(0, LOOKED_AT)
    .replace(/"(?:[^"]|"")*"/g, "x")
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== "");
  if (isCut && lines.length > 1) lines.pop();
  const looked = lines.slice(0, 50);
  const score = (sign: string) => {
    const counts = looked.map((line) => line.split(sign).length - 1).filter((count) => count > 0);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    return counts.filter((count) => count === usual).length * (usual > 0 ? 1 + usual / 100 : 0);
  };
  return (
    (named as Delimiter | undefined) ??
    DELIMITERS.reduce((best, sign) => (score(sign) > score(best) ? sign : best))
  );
}

/**
 * Rows of a text as they stand, without blank ones. Read as they are asked for: memory stays flat.
 */
export async function* csvRows(
  path: string,
  encoding: Encoding,
  delimiter: Delimiter,
): AsyncGenerator<RawRow> {
  const parser = parse({
    delimiter,
    info: true,
    // Files that were put together by hand end their lines in different ways.
    recordDelimiter: ["\r\n", "\n", "\r"],
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    maxRecordSize: LONGEST_ROW,
  });
  const source = Readable.from(textOf(path, encoding), { objectMode: true });
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let next = 1;
  let skipped = 0;
  let count = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { empty_lines: number };
    }>) {
      const line = next + info.empty_lines - skipped;
      skipped = info.empty_lines;
      next = line + 1 + breaksIn(record);
      if (line === 1 && record.length <= 2 && /^sep=/i.test(record[0] ?? "")) continue;
      if (record.length > LIMITS.columns)
        throw new UnreadableTable(tooManyColumns(line, record.length));
      checkCells(record, line);
      if (record.every((cell) => cell.trim() === "")) continue;
      if (++count > LIMITS.rows) throw new UnreadableTable(tooManyRows());
      yield { line, cells: record };
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? error : unreadable(error, next);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Line ends inside of quotes, of any kind. */
function breaksIn(record: readonly string[]): number {
  let breaks = 0;
  for (const cell of record) {
    if (!cell.includes("\n") && !cell.includes("\r")) continue;
    breaks += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
  }
  return breaks;
}

function checkCells(record: readonly string[], line: number): void {
  for (const [index, cell] of record.entries()) {
    if (cell.includes("\0")) {
      throw new UnreadableTable(
        `Die Datei ist keine lesbare Tabelle: In Zeile ${line}, Spalte ${index + 1} stehen Zeichen, die in Texten nicht vorkommen. Vielleicht ist sie beschädigt.`,
      );
    }
    if (cell.length > LIMITS.cell) {
      throw new UnreadableTable(
        `In Zeile ${line}, Spalte ${index + 1} steht ein viel zu langer Text (${cell.length.toLocaleString("de")} Zeichen). Vielleicht fehlt dort ein Anführungszeichen.`,
      );
    }
  }
}

function unreadable(error: unknown, line: number): UnreadableTable {
  const { code, column } = error as Partial<CsvError> & { column?: number | string };
  const place = `Zeile ${line}${typeof column === "number" ? `, Spalte ${column + 1}` : ""}`;
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return new UnreadableTable(`Ab ${place} fehlt ein schließendes Anführungszeichen.`);
  if (code === "CSV_MAX_RECORD_SIZE")
    return new UnreadableTable(
      `Ab ${place} nimmt eine Zeile kein Ende. Vielleicht fehlt dort ein Anführungszeichen.`,
    );
  return new UnreadableTable(`Die Tabelle ist in ${place} nicht lesbar.`, { cause: error });
}
