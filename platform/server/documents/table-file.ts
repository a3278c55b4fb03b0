import { type CsvError, parse } from "csv-parse/sync";
import { streamXlsxRows } from "hucre/xlsx";
import { type PackedEntry, refuseTooManyTexts } from "./shared-texts-limit.ts";
import { type TableCell, UnreadableTable } from "./table.ts";

export interface TableRow {
  /** Line of the text or row of the sheet, from 1. */
  line: number;
  cells: TableCell[];
}

export interface TableLimits {
  maxRows: number;
  maxColumns: number;
  /**
   * What a workbook may unpack to. Absent: 64 MiB, more than any list of a few thousand rows needs.
   */
  maxUnpackedBytes?: number;
}

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_ZIP_ENTRIES = 2_000;
const MAX_SHEETS = 20;

/**
 * Rows of a CSV text; the delimiter is the one that parts most of its first lines. Run it in a
 * worker: it takes its time.
 */
export function csvRows(text: string, { maxRows, maxColumns }: TableLimits): TableRow[] {
  if (text.includes("\0"))
    throw new UnreadableTable(
      "Die Datei ist keine Tabelle: Sie enthält Zeichen, die in Texten nicht vorkommen.",
    );
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      bom: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      maxRecordSize: 200_000,
      to: maxRows + 1,
    }) as unknown as typeof records;
  } catch (error) {
    const line = (error as Partial<CsvError> & { lines?: number }).lines;
    throw new UnreadableTable(
      `Die Tabelle ist nicht lesbar${line === undefined ? "" : `: Fehler in Zeile ${line}, vielleicht fehlt dort ein Anführungszeichen`}.`,
    );
  }
  if (records.length > maxRows) throw tooLong(maxRows);
  let line = 0;
  return records.map(({ record, info }) => {
    // A record with line breaks inside begins after the one before it ended.
    const begins = Math.min(line + 1, info.lines);
    const inside = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
    line = info.lines;
    if (record.length > maxColumns) throw tooWide(maxColumns, info.lines);
    return { line: Math.max(begins, info.lines - inside), cells: record };
  });
}

/**
 * Rows of a workbook, sheet by sheet. Run it in a worker: a hostile file costs memory until its
 * limits stop it.
 */
export async function xlsxSheets(
  bytes: Uint8Array,
  { maxRows, maxColumns, maxUnpackedBytes = MAX_UNPACKED_BYTES }: TableLimits,
): Promise<TableRow[][]> {
  checkZip(bytes, maxUnpackedBytes);
  const sheets: TableRow[][] = [];
  // The reader does not say how many there are; after two empty ones nothing is looked for any
  // more.
  for (
    let sheet = 0;
    sheet < MAX_SHEETS && sheets.slice(-2).filter((rows) => rows.length === 0).length < 2;
    sheet++
  ) {
    const rows: TableRow[] = [];
    try {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
        if (values.every((value) => value === null || value === "")) continue;
        if (rows.length >= maxRows) throw tooLong(maxRows);
        if (values.length > maxColumns) throw tooWide(maxColumns, index + 1);
        rows.push({ line: index + 1, cells: values });
      }
    } catch (error) {
      if (error instanceof UnreadableTable) throw error;
      if (sheet > 0 && rows.length === 0) break;
      throw new UnreadableTable(
        "Die Excel-Datei ist beschädigt oder mit einem Kennwort geschützt.",
        { cause: error },
      );
    }
    sheets.push(rows);
  }
  return sheets;
}

function tooLong(maxRows: number): UnreadableTable {
  return new UnreadableTable(
    `Die Tabelle hat zu viele Zeilen; höchstens ${maxRows.toLocaleString("de")} sind auf einmal möglich.`,
  );
}

function tooWide(maxColumns: number, line: number): UnreadableTable {
  return new UnreadableTable(
    `Zeile ${line} hat zu viele Spalten; höchstens ${maxColumns} sind möglich.`,
  );
}

/** The sign that parts the same number of cells in most of the first lines. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 20);
  const counts = (sign: string) => lines.map((line) => line.split(sign).length - 1);
  const score = (sign: string) => {
    const found = counts(sign).filter((count) => count > 0);
    const usual = found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
    return found.filter((count) => count === usual).length * (usual > 0 ? 1 + usual / 100 : 0);
  };
  return [";", "\t", ",", "|"].reduce((best, sign) => (score(sign) > score(best) ? sign : best));
}

/**
 * The reader unpacks at most what the directory says an entry holds; so the directory is looked at
 * first. Entries that say nothing, or more than 4 GB, have no place in a workbook.
 */
function checkZip(bytes: Uint8Array, maxUnpackedBytes: number): void {
  const found: PackedEntry[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const broken = () => new UnreadableTable("Die Excel-Datei ist beschädigt.");
  const end = endRecord(view);
  if (end === undefined) throw broken();
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let unpacked = 0;
  if (entries > MAX_ZIP_ENTRIES) throw broken();
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw broken();
    const packed = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    if (size === 0 && packed > 2) throw broken();
    unpacked += size;
    if (unpacked > maxUnpackedBytes)
      throw new UnreadableTable("Die Excel-Datei ist ausgepackt zu groß.");
    const local = view.getUint32(at + 42, true);
    if (local + 30 > view.byteLength) throw broken();
    const begins = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    found.push({
      packed: bytes.subarray(begins, begins + packed),
      isDeflated: view.getUint16(at + 10, true) !== 0,
    });
    at +=
      46 +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  try {
    refuseTooManyTexts(found);
  } catch (error) {
    throw error instanceof UnreadableTable ? error : broken();
  }
}

function endRecord(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return undefined;
}
