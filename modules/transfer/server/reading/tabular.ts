import { type TableCell, UnreadableTable } from "#platform/server/documents/table.ts";
import type { DetectedTable, TableOptions } from "../../mapping-contract.ts";
import { dateOrderOf } from "./date-order.ts";
import type { NameLookup } from "../mapping/name-lookup.ts";
import { findHeadings, lastFilled, type Span } from "./headings.ts";
import { legendOfRows } from "./legends.ts";
import { straySentence, strayJudge } from "./stray-rows.ts";
import type { RawRow, RowProblem, TableHead, TableRow } from "./table.ts";

export interface ReadTable extends TableHead {
  /** All rows of data, the sample's too. */
  rows: AsyncIterable<TableRow>;
}

/** Rows that are looked at before the columns are settled. */
export const LOOKED_AT = 200;
const NO_NAMES = "Die Datei hat keine Spaltennamen. Bitte ordnen Sie die Spalten selbst zu.";

interface Shape {
  /**
   * In a text every row should have all its cells; a sheet simply has none where nothing was
   * written.
   */
  strictWidth?: boolean;
  merged?: Span[];
  /** What columns of members are called. */
  names: NameLookup;
}

/** Finds the column names in the first rows and gives out the others as data. */
export async function tabular(
  source: AsyncGenerator<RawRow>,
  detected: DetectedTable,
  options: TableOptions,
  { strictWidth = false, merged, names }: Shape,
): Promise<ReadTable> {
  const wanted = options.headerRow ?? undefined;
  const looked: RawRow[] = [];
  while (
    looked.length < LOOKED_AT ||
    (wanted !== undefined && (looked.at(-1)?.line ?? 0) <= wanted)
  ) {
    const next = await source.next();
    if (next.done === true) break;
    looked.push(next.value);
  }
  if (looked.length === 0) throw new UnreadableTable("In der Datei steht keine Tabelle.");
  const headings = findHeadings(looked, wanted, merged, names);
  const columns = headings.columns.map((name) => String(cleanCell(name)));
  const below = looked.slice(headings.skipped);
  const isStray = strayJudge(columns, below);
  const strays: number[] = [];
  const around = looked.slice(0, Math.max(0, headings.skipped - 1));
  const first = below.filter((row) => {
    const stray = isStray(row);
    if (stray) {
      strays.push(row.line);
      around.push(row);
    }
    return !stray;
  });
  const warnings = headings.line === 0 && wanted === undefined ? [NO_NAMES] : [];
  // Some programs leave empty cells at the end of a row out. Where that is the file's habit, it is
  // no mistake.
  const short = first.filter(({ cells }) => cells.length < columns.length).length;
  const isHabit = !strictWidth || (first.length > 5 && short > first.length / 3);
  const toRow = ({ line, cells, unworked = [] }: RawRow): TableRow => ({
    line,
    cells: columns.map((_column, index) => cleanCell(cells[index] ?? null)),
    problems: [
      ...(isHabit ? [] : widthProblems(cells, columns, line)),
      ...errorsIn(cells, columns),
      ...unworked.map((at) => ({
        column: columns[at] ?? "",
        message: UNWORKED,
        ofCell: true as const,
      })),
    ],
  });
  const sample = first.map(toRow);
  if (sample.length === 0) throw new UnreadableTable("Unter den Spaltennamen stehen keine Daten.");
  return {
    detected: {
      ...detected,
      headerRow: headings.line,
      dateOrder: options.dateOrder ?? dateOrderOf(sample),
    },
    columns,
    sample,
    warnings,
    legend: legendOfRows(around),
    rows: (async function* () {
      yield* sample;
      for await (const row of source)
        if (isStray(row)) strays.push(row.line);
        else yield toRow(row);
      warnings.push(...straySentence(strays));
    })(),
  };
}

function widthProblems(
  cells: readonly TableCell[],
  columns: readonly string[],
  line: number,
): RowProblem[] {
  if (cells.length < columns.length) {
    const message = `Zeile ${line} hat nur ${cells.length} statt ${columns.length} Spalten. Bitte prüfen Sie, ob etwas fehlt.`;
    return [{ column: columns[cells.length] ?? "", message }];
  }
  const last = lastFilled(cells);
  if (last < columns.length) return [];
  return [
    {
      column: "",
      message: `Zeile ${line} hat ${last + 1} statt ${columns.length} Spalten. Vielleicht fehlt ein Anführungszeichen.`,
    },
  ];
}

const UNWORKED =
  "In dieser Zelle steht eine Formel ohne Ergebnis. Bitte öffnen Sie die Datei in Excel und speichern Sie sie noch einmal.";

const EXCEL_ERROR =
  /^#(?:N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NULL!|NUM!|ZAHL!|SPILL!|ÜBERLAUF!)$/;

export function errorsIn(cells: readonly TableCell[], columns: readonly string[]): RowProblem[] {
  const found: RowProblem[] = [];
  for (const [index, cell] of cells.entries()) {
    if (typeof cell !== "string") continue;
    const column = columns[index] ?? "";
    if (cell.startsWith("#") && EXCEL_ERROR.test(cell))
      found.push({
        column,
        message: `Die Formel in dieser Zelle ergibt in Excel den Fehler ${cell}.`,
        ofCell: true,
      });
    if (cell.includes("\ufffd"))
      found.push({
        column,
        message:
          "In dieser Zelle stehen unlesbare Zeichen. Vielleicht ist die Kodierung der Datei eine andere.",
        ofCell: true,
      });
  }
  return found;
}

/**
 * Tables only: JSON and vCards are never run.
 * Takes the apostrophe off again that our exports (and careful people) put before texts which a
 * spreadsheet would run as a formula; and reads `="01067"`, which keeps zeros through Excel. Of
 * tables only: no spreadsheet opens the others.
 */
function cleanCell(cell: TableCell): TableCell {
  if (typeof cell !== "string") return cell;
  if (/^'+[=+\-@\t\r]/.test(cell)) return cell.slice(1);
  return /^="[^"]*"$/.test(cell) ? cell.slice(2, -1) : cell;
}
