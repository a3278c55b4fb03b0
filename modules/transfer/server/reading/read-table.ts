import { open, stat } from "node:fs/promises";
import { isOldExcel, isXlsx, UnreadableTable } from "#platform/server/documents/table.ts";
import type { DetectedTable, TableOptions } from "../../mapping-contract.ts";
import type { NameLookup } from "../mapping/name-lookup.ts";
import { csvRows, delimiterOf } from "./text/csv-rows.ts";
import { dateOrderOf } from "./date-order.ts";
import { jsonTable, listedRows, parsedJson } from "./text/json-rows.ts";
import { type Legend, legendOfSheet } from "./legends.ts";
import type { RawRow, TableRow } from "./table.ts";
import { errorsIn, LOOKED_AT, type ReadTable, tabular } from "./tabular.ts";
import { cardTextOf, encodingOf, textOf } from "./text/text-encoding.ts";
import { cardTable } from "./text/vcard-table.ts";
import { ODS_CONTENT, odsRows, type OdsSheet, odsSheets } from "./xlsx/ods-rows.ts";
import { ZipPackage } from "./xlsx/zip-package.ts";
import { sheetFrame, sheetRows } from "./xlsx/xlsx-rows.ts";
import { openWorkbook, type Sheet, type Workbook } from "./xlsx/xlsx-workbook.ts";

/** `[Id];Name` is no list: some programs put names of columns in brackets. */
const JSON_BEGIN = /^\s*(?:\[\s*(?:["[{\d\]-]|true|false|null)|\{\s*["}])/;
/** JSON is read as a whole. */
const LARGEST_JSON = 100 * 1024 * 1024;

/**
 * Reads a file of any of the formats; its column names are found by those that are known. Runs in a
 * worker: a hostile file costs time and memory until a limit ends it.
 */
export async function readTable(
  path: string,
  options: TableOptions,
  names: NameLookup,
): Promise<ReadTable> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableTable("Die Datei ist leer.");
  const begin = await beginningOf(path);
  if (isOldExcel(begin))
    throw new UnreadableTable(
      "Diese Excel-Datei ist im alten Format (.xls) oder mit einem Kennwort geschützt. Bitte speichern Sie sie ohne Kennwort als .xlsx oder CSV.",
    );
  if (isXlsx(begin))
    return (await odsTable(path, options, names)) ?? xlsxTable(path, options, names);
  if (options.format === "XLSX")
    throw new UnreadableTable("Die Datei ist keine Excel-Datei (.xlsx).");
  refuseForeign(begin);
  const encoding = options.encoding ?? (await encodingOf(path));
  const start = await firstText(textOf(path, encoding));
  const format =
    options.format ??
    (/^\s*BEGIN:VCARD/i.test(start) ? "VCARD" : JSON_BEGIN.test(start) ? "JSON" : "CSV");
  const detected: DetectedTable = {
    format,
    delimiter: null,
    encoding,
    headerRow: null,
    sheet: null,
    sheets: [],
    dateOrder: "DMY",
  };
  if (format === "JSON") {
    if (size > LARGEST_JSON) throw new UnreadableTable("Die JSON-Datei ist zu groß.");
    const text = (await Array.fromAsync(textOf(path, encoding))).join("");
    const json = parsedJson(text);
    const listed = listedRows(json);
    if (listed !== undefined) return tabular(given(listed), detected, options, { names });
    return complete(jsonTable(json), detected, options);
  }
  if (format === "VCARD")
    return complete(await cardTable(cardTextOf(path, encoding)), detected, options);
  const delimiter = options.delimiter ?? (await delimiterOf(path, encoding));
  return tabular(csvRows(path, encoding, delimiter), { ...detected, delimiter }, options, {
    strictWidth: true,
    names,
  });
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function firstText(pieces: AsyncIterable<string>): Promise<string> {
  for await (const piece of pieces) if (piece !== "") return piece.slice(0, 1_000);
  return "";
}

function refuseForeign(begin: Buffer): void {
  const text = begin.toString("latin1").replace(/^ï»¿/, "").trimStart();
  if (text.startsWith("%PDF"))
    throw new UnreadableTable(
      "Die Datei ist ein PDF. Bitte speichern Sie die Liste als Excel- oder CSV-Datei.",
    );
  if (/^<(?:!doctype html|html|table)/i.test(text))
    throw new UnreadableTable(
      "Die Datei ist eine Internetseite (HTML) und keine Tabelle. Bitte öffnen Sie sie in Excel und speichern Sie sie als .xlsx.",
    );
  if (text.startsWith("<?xml") || text.startsWith("<"))
    throw new UnreadableTable(
      "XML-Dateien können nicht gelesen werden. Bitte speichern Sie die Liste als Excel- oder CSV-Datei.",
    );
  if (text.startsWith("\u0089PNG") || text.startsWith("ÿØÿ") || text.startsWith("GIF8"))
    throw new UnreadableTable(
      "Die Datei ist ein Bild. Bitte wählen Sie eine Excel-, CSV-, JSON- oder vCard-Datei.",
    );
}

async function* given(rows: readonly RawRow[]): AsyncGenerator<RawRow> {
  yield* rows;
}

/** A table that is known as a whole. */
function complete(
  { columns, rows, warnings }: { columns: string[]; rows: RawRow[]; warnings: string[] },
  detected: DetectedTable,
  options: TableOptions,
): ReadTable {
  const all = rows.map(({ line, cells }) => ({ line, cells, problems: errorsIn(cells, columns) }));
  const sample = all.slice(0, LOOKED_AT);
  return {
    detected: { ...detected, dateOrder: options.dateOrder ?? dateOrderOf(sample) },
    columns,
    sample,
    warnings,
    rows: (async function* () {
      yield* all;
    })(),
  };
}

/** A spreadsheet of LibreOffice or OpenOffice; undefined when the file is none. */
async function odsTable(
  path: string,
  options: TableOptions,
  names: NameLookup,
): Promise<ReadTable | undefined> {
  const zip = await ZipPackage.open(path);
  try {
    if (!zip.has(ODS_CONTENT) || zip.has("[Content_Types].xml")) {
      await zip.close();
      return undefined;
    }
    const sheets = await odsSheets(zip);
    const chosen =
      options.sheet === null || options.sheet === undefined || options.sheet === ""
        ? undefined
        : options.sheet;
    const sheet =
      chosen === undefined
        ? sheets.toSorted((a, b) => headingScore(b, names) - headingScore(a, names))[0]
        : sheets.find(({ name }) => name === chosen);
    if (sheet === undefined)
      throw new UnreadableTable(
        chosen === undefined
          ? "In der Datei ist kein Tabellenblatt."
          : `Ein Tabellenblatt „${chosen}“ gibt es in der Datei nicht.`,
      );
    const read = await tabular(
      odsRows(zip, sheet.name),
      {
        format: "XLSX",
        delimiter: null,
        encoding: null,
        headerRow: null,
        sheet: sheet.name,
        sheets: sheets.map(({ name }) => ({ name, hidden: false })),
        dateOrder: "DMY",
      },
      options,
      { merged: sheet.merged, names },
    );
    read.legend = [
      ...(read.legend ?? []),
      ...sheets.flatMap((other) => (other === sheet ? [] : legendOfSheet(other.first))),
    ];
    if (chosen === undefined && sheets.length > 1)
      read.warnings.push(`Die Datei hat mehrere Tabellenblätter; gelesen wurde „${sheet.name}“.`);
    return {
      ...read,
      rows: closing(
        read.rows,
        () => undefined,
        () => zip.close(),
      ),
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

function headingScore({ first }: OdsSheet, names: NameLookup): number {
  const known = first.map(
    ({ cells }) => cells.filter((cell) => typeof cell === "string" && names.isKnown(cell)).length,
  );
  return Math.max(0, ...known) + first.length / 100;
}

async function xlsxTable(
  path: string,
  options: TableOptions,
  names: NameLookup,
): Promise<ReadTable> {
  const workbook = await openWorkbook(path);
  try {
    const { sheets } = workbook;
    const chosen =
      options.sheet === null || options.sheet === undefined || options.sheet === ""
        ? undefined
        : options.sheet;
    const sheet =
      chosen === undefined
        ? await bestSheet(workbook, names)
        : sheets.find(({ name }) => name === chosen);
    if (sheet === undefined)
      throw new UnreadableTable(`Ein Tabellenblatt „${chosen ?? ""}“ gibt es in der Datei nicht.`);
    const { merged, hiddenColumns } = await sheetFrame(workbook, sheet);
    const detected: DetectedTable = {
      format: "XLSX",
      delimiter: null,
      encoding: null,
      headerRow: null,
      sheet: sheet.name,
      sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
      dateOrder: "DMY",
    };
    const unseen = { rows: 0 };
    const read = await tabular(
      countingUnseen(sheetRows(workbook, sheet), unseen),
      detected,
      options,
      { merged, names },
    );
    read.legend = [...(read.legend ?? []), ...(await legendOfOthers(workbook, sheet))];
    const hidden = read.columns.filter((_column, index) => hiddenColumns.has(index));
    if (hidden.length > 0)
      read.warnings.push(`In Excel ausgeblendet: ${hidden.map((name) => `„${name}“`).join(", ")}.`);
    if (chosen === undefined && sheets.filter((other) => !other.hidden).length > 1)
      read.warnings.push(`Die Datei hat mehrere Tabellenblätter; gelesen wurde „${sheet.name}“.`);
    const told = () => {
      if (unseen.rows > 0)
        read.warnings.push(
          unseen.rows === 1
            ? "Eine Zeile ist in Excel ausgeblendet, vielleicht durch einen Filter. Sie wird mit eingelesen."
            : `${unseen.rows.toLocaleString("de")} Zeilen sind in Excel ausgeblendet, vielleicht durch einen Filter. Sie werden mit eingelesen.`,
        );
    };
    return { ...read, rows: closing(read.rows, told, () => workbook.zip.close()) };
  } catch (error) {
    await workbook.zip.close();
    throw error;
  }
}

const LEGEND_SHEETS = 10;
const LEGEND_ROWS = 220;
const MOST_CODES = 500;

/** What the other sheets explain. */
async function legendOfOthers(workbook: Workbook, read: Sheet): Promise<Legend> {
  const found: Legend[] = [];
  for (const sheet of workbook.sheets.filter((other) => other !== read).slice(0, LEGEND_SHEETS)) {
    const rows: RawRow[] = [];
    for await (const row of sheetRows(workbook, sheet)) if (rows.push(row) >= LEGEND_ROWS) break;
    found.push(legendOfSheet(rows));
  }
  return found.flat().slice(0, MOST_CODES);
}

async function* countingUnseen(
  rows: AsyncIterable<RawRow>,
  unseen: { rows: number },
): AsyncGenerator<RawRow> {
  for await (const row of rows) {
    if (row.hidden === true) unseen.rows++;
    yield row;
  }
}

async function* closing(
  rows: AsyncIterable<TableRow>,
  atEnd: () => void,
  close: () => Promise<void>,
): AsyncGenerator<TableRow> {
  try {
    yield* rows;
    atEnd();
  } finally {
    await close();
  }
}

/** The visible sheet with the most column names that are known; the first of equals. */
async function bestSheet(workbook: Workbook, names: NameLookup): Promise<Sheet | undefined> {
  const candidates = workbook.sheets.some(({ hidden }) => !hidden)
    ? workbook.sheets.filter(({ hidden }) => !hidden)
    : workbook.sheets;
  if (candidates.length === 1) return candidates[0];
  let best: { sheet: Sheet; score: number } | undefined;
  for (const sheet of candidates.slice(0, 20)) {
    let score = 0;
    let rows = 0;
    for await (const { cells } of sheetRows(workbook, sheet)) {
      score = Math.max(
        score,
        cells.filter((cell) => typeof cell === "string" && names.isKnown(cell)).length,
      );
      if (++rows >= 30) break;
    }
    // A sheet of names and numbers alone is none of members.
    const weighed = score + Math.min(rows, 30) / 100;
    if (best === undefined || weighed > best.score) best = { sheet, score: weighed };
  }
  return best?.sheet;
}
