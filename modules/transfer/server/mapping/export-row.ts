import type { SheetCell } from "#platform/server/documents/sheet-cells.ts";
import {
  derivedOn,
  GENDER_LABELS,
  isDerivedField,
  STATUS_LABELS,
} from "#modules/members/contract.ts";
import type { ExportedMember } from "#modules/members/server/public.ts";
import type { MappingEntry, Transform } from "../../mapping-contract.ts";
import type { TransferField } from "../../member-fields.ts";
import { joinCells, partOf, roundTo, translateValue } from "./values/import-transforms.ts";
import { cellText } from "./values/cell-text.ts";

export interface ExportColumns {
  headings: string[];
  /** What writes the cell of each column. */
  writers: ((member: ExportedMember) => SheetCell)[];
  /** One row of the file. Not neutralised: that is the writers' duty, and theirs alone. */
  cells(member: ExportedMember): SheetCell[];
}

/** A value on its way out: what is shown, and other names by which value tables may know it. */
interface Shown {
  cell: SheetCell;
  also: string[];
}

const NOTHING: Shown = { cell: null, also: [] };

/**
 * Columns of an export in their order. `today` is the reference date: ages and years are counted up
 * to it.
 */
export function exportColumns(
  entries: readonly MappingEntry[],
  fields: readonly TransferField[],
  { today }: { today: string },
): ExportColumns {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const path = groupPaths(fields);
  const show = (member: ExportedMember, key: string): Shown => {
    const field = byKey.get(key);
    return field === undefined ? NOTHING : shown(member, field, today, path);
  };
  const writers = entries.map(({ sourceField, transforms }) =>
    transforms.length === 0
      ? (member: ExportedMember) => show(member, sourceField).cell
      : (member: ExportedMember) =>
          writeValue(show(member, sourceField), transforms, (key) => show(member, key).cell),
  );
  return {
    headings: entries.map(({ targetField }) => targetField),
    writers,
    cells: (member) => writers.map((write) => write(member)),
  };
}

type GroupPath = (group: { name: string; groupName: string | null }) => string;

/**
 * How groups are called in files: `Abteilung->Mannschaft`, and `->Jugend` where a group without a
 * parent has the name of one that has one. So a file names each group beyond doubt, and our import
 * reads it that way.
 */
export function groupPaths(fields: readonly TransferField[]): GroupPath {
  const below = new Set(
    fields.flatMap(({ key, name }) =>
      key.startsWith("group:") && name.includes("->")
        ? [name.slice(name.lastIndexOf("->") + 2)]
        : [],
    ),
  );
  return ({ name, groupName }) =>
    groupName === null ? (below.has(name) ? `->${name}` : name) : `${groupName}->${name}`;
}

/** One column for each field, called by its label; what an export has until columns are chosen. */
export function defaultExportEntries(
  fields: readonly TransferField[],
  keys: readonly string[],
): MappingEntry[] {
  return keys.flatMap((key) => {
    const field = fields.find((known) => known.key === key);
    return field === undefined
      ? []
      : [{ sourceField: key, targetField: field.name, transforms: [] }];
  });
}

function day(value: string | null): SheetCell {
  return value === null ? null : new Date(`${value.slice(0, 10)}T00:00:00Z`);
}

function plain(cell: SheetCell): Shown {
  return { cell: cell === "" ? null : cell, also: [] };
}

function shown(
  member: ExportedMember,
  field: TransferField,
  today: string,
  path: GroupPath,
): Shown {
  const { key } = field;
  if (key.startsWith("cf.")) return customField(member.customFields[key.slice(3)] ?? null, field);
  if (key.startsWith("group:")) {
    const isIn = member.groups.some(({ id }) => id === key.slice(6));
    return { cell: isIn ? "ja" : "nein", also: [String(isIn)] };
  }
  if (isDerivedField(key)) return plain(derivedOn(member, today)[key]);
  switch (key) {
    case "gender":
      return {
        cell: member.gender === "UNSPECIFIED" ? null : GENDER_LABELS[member.gender],
        also: [member.gender],
      };
    case "status":
      return { cell: STATUS_LABELS[member.status], also: [member.status] };
    case "groups":
      return plain(listCell(member.groups.map(path)));
    case "fullName":
      return plain(
        member.firstname === "" ? member.lastname : `${member.lastname}, ${member.firstname}`,
      );
    case "postalCodeAndCity":
      return plain(joinCells([member.postalCode, member.city], " "));
    case "phones":
      return plain(joinCells([member.phone, member.mobile], " / "));
    case "address":
      return plain(
        joinCells(
          [member.addressAddition, member.street, joinCells([member.postalCode, member.city], " ")],
          "\n",
        ),
      );
    default:
      return plain(ofMember(member, field));
  }
}

function ofMember(member: ExportedMember, { key, kind }: TransferField): SheetCell {
  const value = (member as unknown as Record<string, unknown>)[key];
  if (typeof value !== "string" || value === "") return null;
  return kind === "DATE" ? day(value) : value;
}

function customField(
  value: ExportedMember["customFields"][string] | null,
  { kind }: TransferField,
): Shown {
  if (value === null) return NOTHING;
  if (typeof value === "boolean") return { cell: value ? "ja" : "nein", also: [String(value)] };
  if (Array.isArray(value)) return plain(listCell(value));
  return plain(kind === "DATE" && typeof value === "string" ? day(value) : value);
}

/** Several names in one cell; one a line where a name holds a sign that would part it. */
function listCell(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  return names.some((name) => /[,;|]/.test(name))
    ? `${names.join("\n")}${names.length === 1 ? "\n" : ""}`
    : names.join(", ");
}

function writeValue(
  shownValue: Shown,
  transforms: readonly Transform[],
  other: (key: string) => SheetCell,
): SheetCell {
  let { cell, also } = shownValue;
  for (const transform of transforms) {
    cell = applied(cell, also, transform, other);
    also = [];
  }
  return cell;
}

function applied(
  cell: SheetCell,
  also: readonly string[],
  transform: Transform,
  other: (key: string) => SheetCell,
): SheetCell {
  if (transform.kind === "CONSTANT")
    return transform.onlyWhenEmpty && cell !== null ? cell : transform.value;
  if (transform.kind === "JOIN")
    return joinCells([cell, ...transform.with.map(other)], transform.separator);
  // An empty value may have its own code: `keine Angabe` → 9.
  if (transform.kind === "VALUES") {
    const found = translateValue(cell === null ? "" : cellText(cell), transform, also);
    return "cell" in found ? (found.cell as SheetCell) : cell;
  }
  if (cell === null) return null;
  switch (transform.kind) {
    case "TRIM":
      return cellText(cell).trim();
    case "UPPER":
      return cellText(cell).toLocaleUpperCase("de");
    case "LOWER":
      return cellText(cell).toLocaleLowerCase("de");
    case "DATE":
      return cell instanceof Date ? patterned(cell, transform.format) : cell;
    case "NUMBER":
      return typeof cell === "number" ? numberText(cell, transform) : cell;
    case "SPLIT":
      return partOf(cellText(cell), transform);
  }
}

function patterned(date: Date, pattern: string): string {
  const [year = "", month = "", dayOfMonth = ""] = date.toISOString().slice(0, 10).split("-");
  return pattern.replace(/YYYY|JJJJ|YY|JJ|MM|DD|TT/g, (sign) => {
    if (sign === "MM") return month;
    if (sign === "DD" || sign === "TT") return dayOfMonth;
    return sign.length === 4 ? year : year.slice(2);
  });
}

function numberText(
  value: number,
  { decimal, factor, places }: Extract<Transform, { kind: "NUMBER" }>,
): string {
  const scaled = roundTo(value * factor, places ?? 9);
  return (places === null ? String(scaled) : scaled.toFixed(places)).replace(".", decimal);
}
