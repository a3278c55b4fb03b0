import type { TableCell } from "#platform/server/documents/table.ts";
import type { Transform } from "../../../mapping-contract.ts";
import { DATE_ORDERS, type DateOrder } from "../../../table-formats.ts";
import { readDate } from "./read-dates.ts";
import { cellText } from "./cell-text.ts";
import { parsedNumber } from "./read-values.ts";

/** What a row's transformation works with. */
export interface Source {
  /** Another column's cell; null when the file has no such column. */
  cell(column: string): TableCell;
  today: string;
  dateOrder: DateOrder;
}

/** A cell after its transforms, or why one of them could do nothing with it. */
export type Transformed = { cell: TableCell } | { problem: string };

/** Applies an entry's transforms in order. */
export function applyTransforms(
  cell: TableCell,
  transforms: readonly Transform[],
  source: Source,
): Transformed {
  let current = cell;
  for (const transform of transforms) {
    const next = applied(current, transform, source);
    if ("problem" in next) return next;
    current = next.cell;
  }
  return { cell: current };
}

function applied(cell: TableCell, transform: Transform, source: Source): Transformed {
  const isEmpty = cell === null || cellText(cell).trim() === "";
  switch (transform.kind) {
    case "CONSTANT":
      return { cell: transform.onlyWhenEmpty && !isEmpty ? cell : transform.value };
    case "JOIN":
      return {
        cell: joinCells(
          [cell, ...transform.with.map((column) => source.cell(column))],
          transform.separator,
        ),
      };
    default:
      return isEmpty ? { cell: null } : filled(cell, transform, source);
  }
}

type OfFilled = Exclude<Transform, { kind: "CONSTANT" | "JOIN" }>;

function filled(cell: TableCell, transform: OfFilled, { today, dateOrder }: Source): Transformed {
  switch (transform.kind) {
    case "TRIM":
      return { cell: cellText(cell).trim() };
    case "UPPER":
      return { cell: cellText(cell).toLocaleUpperCase("de") };
    case "LOWER":
      return { cell: cellText(cell).toLocaleLowerCase("de") };
    case "DATE": {
      const order =
        DATE_ORDERS.find(
          (known) =>
            known ===
            transform.format
              .toUpperCase()
              .replace(/[^DMY]/g, "")
              .replace(/(.)\1+/g, "$1"),
        ) ?? dateOrder;
      const read = readDate(cell, order, today);
      if (read === undefined || "yearUnknown" in read || "part" in read)
        return { cell: read === undefined ? null : cell };
      return "problem" in read ? read : { cell: read.day };
    }
    case "NUMBER": {
      const value =
        typeof cell === "number" ? cell : parsedNumber(cellText(cell), transform.decimal);
      if (value === undefined)
        return { problem: `„${cellText(cell).slice(0, 40)}“ ist keine Zahl.` };
      return { cell: roundTo(value * transform.factor, transform.places ?? 9) };
    }
    case "VALUES":
      return translateValue(cellText(cell).trim(), transform);
    case "SPLIT":
      return { cell: partOf(cellText(cell), transform) };
  }
}

export function joinCells(cells: readonly TableCell[], separator: string): string | null {
  const texts = cells.map((cell) => cellText(cell).trim()).filter((text) => text !== "");
  return texts.length === 0 ? null : texts.join(separator);
}

export function roundTo(value: number, places: number): number {
  return Number(value.toFixed(places));
}

function sameWord(a: string, b: string): boolean {
  return a.trim().toLocaleLowerCase("de") === b.trim().toLocaleLowerCase("de");
}

/**
 * Looks a text up in a value table; `also` are other names of the same value (an export's codes
 * beside its labels).
 */
export function translateValue(
  text: string,
  { values, otherwise }: Extract<Transform, { kind: "VALUES" }>,
  also: readonly string[] = [],
): Transformed {
  const found = values.find(({ from }) => [text, ...also].some((name) => sameWord(from, name)));
  if (found !== undefined) return { cell: found.to === "" ? null : found.to };
  if (otherwise === "PROBLEM")
    return { problem: `„${text.slice(0, 40)}“ steht nicht in der Wertetabelle.` };
  return { cell: otherwise === "EMPTY" ? null : text };
}

export function partOf(
  text: string,
  { separator, part, rest }: Extract<Transform, { kind: "SPLIT" }>,
): string | null {
  const parts = text.split(separator).map((piece) => piece.trim());
  const at = part > 0 ? part - 1 : parts.length + part;
  const chosen = !rest
    ? parts.slice(at, at + 1)
    : part > 0
      ? parts.slice(at)
      : parts.slice(0, at + 1);
  const found = at < 0 ? "" : chosen.join(separator).trim();
  return found === "" ? null : found;
}
