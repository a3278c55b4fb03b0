import { Readable } from "node:stream";
import { escapeHtml } from "#platform/contract/escape-html.ts";
import { zipStream } from "./zip-stream.ts";
import { germanDay, neutralise, type SheetCell } from "./sheet-cells.ts";

const DAY_MS = 86_400_000;
/** Day 0 of Excel's calendar. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
/**
 * Excel counts days from 1900 on, and its first two months wrongly. Earlier days are written as
 * text.
 */
const FIRST_DAY = Date.UTC(1900, 2, 1);
const CHUNK = 64 * 1024;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const PARTS: Record<string, string> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // Cell styles: 0 plain, 1 day, 2 heading, 3 text that stays one when its cell is edited: a telephone number.
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>`,
};

/**
 * An Excel file with one sheet, written as a stream: headings in bold and fixed, then the rows.
 * Memory stays flat and packing happens off the main thread, whatever the number of rows.
 */
export function xlsxStream(
  sheet: string,
  headings: readonly string[],
  rows: Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>,
): Readable {
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheet.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return zipStream([
    ...Object.entries(PARTS).map(([name, content]) => ({ name, content: HEAD + content })),
    { name: "xl/workbook.xml", content: HEAD + workbook },
    {
      name: "xl/worksheets/sheet1.xml",
      content: Readable.from(chunks(sheetXml(headings, rows)), { objectMode: false }),
    },
  ]);
}

async function* sheetXml(
  headings: readonly string[],
  rows: Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>,
): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(1, headings.length)}" width="18" customWidth="1"/></cols><sheetData>`;
  // Excel does without the addresses of cells, other readers do not.
  const letters = headings.map((_heading, index) => columnLetters(index));
  const at = (column: number, row: number) => `${letters[column] ?? columnLetters(column)}${row}`;
  yield `<row r="1">${headings.map((heading, column) => textCell(at(column, 1), heading, 2)).join("")}</row>`;
  let number = 1;
  for await (const row of rows) {
    number++;
    yield `<row r="${number}">${row.map((value, column) => cell(at(column, number), value)).join("")}</row>`;
  }
  yield "</sheetData></worksheet>";
}

/** A … Z, AA, AB … */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

function cell(address: string, value: SheetCell): string {
  if (value === null || value === "") return "";
  if (typeof value === "number") return `<c r="${address}"><v>${value}</v></c>`;
  if (value instanceof Date && value.getTime() < FIRST_DAY)
    return textCell(address, germanDay(value), 0);
  if (value instanceof Date)
    return `<c r="${address}" s="1"><v>${Math.round((value.getTime() - EXCEL_EPOCH) / DAY_MS)}</v></c>`;
  return textCell(address, value, /^[+-]/.test(value) ? 3 : 0);
}

function textCell(address: string, text: string, style: number): string {
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(neutralise(text, { forExcel: false }))}</t></is></c>`;
}

function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex -- XML has no way to write these
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""));
}

async function* chunks(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = "";
  for await (const part of parts) {
    text += part;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}
