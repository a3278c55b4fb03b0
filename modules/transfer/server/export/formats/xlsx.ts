import type { Readable } from "node:stream";
import { neutralised, type SheetCell, xlsxStream } from "#modules/users/server/public.ts";
import type { ExportedRow } from "../exported-rows.ts";
import { germanDay } from "./german-day.ts";

/** Excel counts days from 1900 on, and its first two months wrongly. Earlier days are written as text. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

export function xlsxFile(headings: readonly string[], portions: AsyncIterable<ExportedRow[]>, { marked }: { marked: boolean }): Readable {
  return xlsxStream("Mitglieder", (marked ? ["Änderung", ...headings] : headings).map(neutralised), sheetRows(portions, marked));
}

async function* sheetRows(portions: AsyncIterable<ExportedRow[]>, marked: boolean): AsyncGenerator<SheetCell[]> {
  for await (const rows of portions) {
    for (const { cells, mark } of rows) yield (marked ? [mark, ...cells] : cells).map(sheetCell);
  }
}

function sheetCell(cell: SheetCell): SheetCell {
  if (typeof cell === "string") return neutralised(cell);
  return cell instanceof Date && cell.getTime() < FIRST_DAY ? germanDay(cell) : cell;
}
