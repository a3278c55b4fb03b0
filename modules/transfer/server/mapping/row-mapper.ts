import type { TableCell } from "#platform/server/documents/table.ts";
import type { MappingEntry } from "../../mapping-contract.ts";
import type { TransferField } from "../../member-fields.ts";
import type { DateOrder } from "../../table-formats.ts";
import type { Legend } from "../reading/legends.ts";
import { columnLegend } from "./values/column-legend.ts";
import { nameKey } from "./name-lookup.ts";
import { FURTHER_ADDRESSES, readings } from "./cell-readings.ts";
import { isComposite, partsOfCell } from "./values/composites.ts";
import { countryMarks } from "./values/country-marks.ts";
import { folded, groupParts } from "./values/group-signs.ts";
import { type Source, applyTransforms } from "./values/import-transforms.ts";
import { saysNothing } from "./values/nothing.ts";
import { otherCentury } from "./values/read-dates.ts";
import { cellText } from "./values/cell-text.ts";
import type { FieldValue, Reading, ReadValue } from "./values/read-values.ts";

export interface MappingContext {
  /** The club's day, `2026-12-24`. */
  today: string;
  dateOrder: DateOrder;
  /** A cell with this word empties its field; a blank one only leaves it alone. */
  clearWord?: string | null;
  /** Some rows of the file, to know how its postal codes are written. */
  sample?: readonly { cells: readonly TableCell[] }[];
  /** What codes of the list stand for. */
  legend?: Legend | undefined;
  /** Told of each cell that says nothing with a word or a sign. */
  onNothing?: (column: string, text: string) => void;
}

export interface CellNote {
  /** Column of the file. */
  column: string;
  /** Key of the field. */
  field: string;
  /** German sentence. */
  message: string;
}

export interface MappedRow {
  /** By field key; of mapped columns only. Null: the cell was blank. */
  values: Map<string, FieldValue>;
  /** Fields whose cell held the clear word. */
  cleared: Set<string>;
  /** Why the row can't be taken over. */
  problems: CellNote[];
  /** What was guessed or left out; the row is good all the same. */
  warnings: CellNote[];
}

interface Step {
  entry: MappingEntry;
  field: TransferField;
  /** Place of the column, or -1 for a constant. */
  at: number;
}

/** @public Columns that a mapping names and the file does not have. */
export function missingColumns(
  columns: readonly string[],
  entries: readonly MappingEntry[],
): string[] {
  const place = placeOf(columns);
  return entries
    .map(({ sourceField }) => sourceField)
    .filter((name) => name !== "" && place(name) === undefined);
}

/** Columns of the file that a mapping takes something from. */
export function takenColumns(
  columns: readonly string[],
  entries: readonly MappingEntry[],
): Set<string> {
  const place = placeOf(columns);
  const names = entries.flatMap(({ sourceField, transforms }) => [
    sourceField,
    ...transforms.flatMap((one) => (one.kind === "JOIN" ? one.with : [])),
  ]);
  return new Set(names.map((name) => columns[place(name) ?? -1] ?? ""));
}

/** By its name as it stands, or else without regard to case, spaces and signs. */
function placeOf(columns: readonly string[]): (name: string) => number | undefined {
  const exact = new Map(columns.map((name, index) => [name, index]));
  const loose = new Map(columns.map((name, index) => [nameKey(name), index] as const).toReversed());
  return (name) => exact.get(name) ?? loose.get(nameKey(name));
}

/**
 * Turns rows of a file into values of members. Made once for a file; then called for each row. Own
 * values are checked for what they are (days, numbers, addresses); what members need as a whole is
 * checked by `memberProblems`.
 */
export function rowMapper(
  columns: readonly string[],
  entries: readonly MappingEntry[],
  fields: readonly TransferField[],
  context: MappingContext,
): (cells: readonly TableCell[]) => MappedRow {
  const place = placeOf(columns);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const steps = entries.flatMap((entry): Step[] => {
    const field = byKey.get(entry.targetField);
    const at = place(entry.sourceField);
    const isConstant = entry.transforms.some(({ kind }) => kind === "CONSTANT");
    return field === undefined || (at === undefined && !isConstant)
      ? []
      : [{ entry, field, at: at ?? -1 }];
  });
  // The country says how numbers and postal codes are read, and these say it too.
  steps.sort((a, b) => placeInOrder(a) - placeInOrder(b));
  const marks = countryMarks(
    textsOfPlaces(steps, context.sample ?? []),
    steps.some(({ field }) => field.kind === "COUNTRY"),
  );
  const germanPostalCodes = hasGermanPostalCodes(steps, context.sample ?? []);
  const ticked = new Set(steps.filter((step) => isTickColumn(step, context.sample ?? [])));
  const partsOf = groupColumns(steps, fields, context.sample ?? []);
  const meanings = new Map(
    steps.map((step) => [
      step,
      columnLegend(
        step.field,
        (context.sample ?? []).map(({ cells }) => cellText(cells[step.at] ?? null)),
        context.legend ?? [],
      ),
    ]),
  );
  const clearWord = context.clearWord?.trim().toLocaleLowerCase("de") ?? "";

  return (cells) => {
    const row: MappedRow = { values: new Map(), cleared: new Set(), problems: [], warnings: [] };
    const source: Source = { ...context, cell: (column) => cells[place(column) ?? -1] ?? null };
    const shortYears = new Set<string>();
    for (const step of steps) {
      const { entry, field, at } = step;
      const raw = cells[at] ?? null;
      const note = (message: string): CellNote => ({
        column: columns[at] ?? "",
        field: field.key,
        message,
      });
      if (clearWord !== "" && cellText(raw).trim().toLocaleLowerCase("de") === clearWord) {
        clear(row, field.key);
        continue;
      }
      const changed = applyTransforms(raw, entry.transforms, source);
      if ("problem" in changed) {
        row.problems.push(note(changed.problem));
        continue;
      }
      const groupsOf = partsOf.get(step);
      const reading: Reading = {
        ...context,
        germanPostalCodes,
        country: countryOf(row),
        meaning: meanings.get(step),
        ...(groupsOf === undefined ? {} : { groupsOf }),
      };
      if (saysNothing(field, changed.cell)) {
        context.onNothing?.(columns[at] ?? "", cellText(changed.cell).trim());
        changed.cell = null;
      }
      const isUnticked = ticked.has(step) && cellText(changed.cell).trim() === "";
      for (const { key, read } of isUnticked
        ? [{ key: field.key, read: { value: false } as ReadValue }]
        : readings({ field, column: entry.sourceField, marks }, changed.cell, reading, byKey)) {
        if (read.problem !== undefined) row.problems.push(note(read.problem));
        if (read.warning !== undefined) row.warnings.push(note(read.warning));
        if (read.value !== undefined) put(row.values, key, read.value);
        if (read.shortYear === true) shortYears.add(key);
      }
    }
    addToNotes(row);
    settleCenturies(row, shortYears, context.today);
    refuseFuture(row, columns, steps, context.today);
    return row;
  };
}

function clear(row: MappedRow, key: string): void {
  if (isComposite(key)) for (const part of Object.keys(partsOfCell(key, ""))) clear(row, part);
  else {
    row.cleared.add(key);
    row.values.set(key, null);
  }
}

/** Without notes of its own the row would take a member's away: they keep theirs then. */
function addToNotes({ values }: MappedRow): void {
  const more = values.get(FURTHER_ADDRESSES);
  values.delete(FURTHER_ADDRESSES);
  if (typeof more !== "string" || !values.has("notes")) return;
  const notes = values.get("notes");
  values.set("notes", typeof notes === "string" && notes !== "" ? `${notes}\n${more}` : more);
}

const PLACES: ReadonlySet<string> = new Set(["postalCode", "postalCodeAndCity", "address"]);

function placeInOrder({ field }: Step): number {
  if (field.kind === "COUNTRY") return 0;
  return PLACES.has(field.key) ? 1 : 2;
}

/** What the sample says in columns of places. */
function textsOfPlaces(
  steps: readonly Step[],
  sample: readonly { cells: readonly TableCell[] }[],
): string[] {
  const places = steps.filter(({ field }) => PLACES.has(field.key));
  return sample.flatMap(({ cells }) => places.map(({ at }) => cellText(cells[at] ?? null)));
}

/** Of several columns for one field the first that says something counts; lists grow. */
function put(values: Map<string, FieldValue>, key: string, value: FieldValue): void {
  const before = values.get(key);
  if (Array.isArray(before) && Array.isArray(value))
    values.set(key, [...new Set([...before, ...value])]);
  else if (before === undefined || before === null) values.set(key, value);
}

/** How the cells of each column of groups are parted. */
function groupColumns(
  steps: readonly Step[],
  fields: readonly TransferField[],
  sample: readonly { cells: readonly TableCell[] }[],
): Map<Step, (text: string) => string[]> {
  const known = new Set(
    fields
      .filter(({ key }) => key.startsWith("group:"))
      .flatMap(({ name }) => [folded(name), folded(name.split("->").at(-1) ?? "")]),
  );
  return new Map(
    steps
      .filter(({ field }) => field.kind === "GROUPS")
      .map((step) => [
        step,
        groupParts(
          sample.map(({ cells }) => cellText(cells[step.at] ?? null)),
          known,
        ),
      ]),
  );
}

function countryOf({ values }: MappedRow): string | undefined {
  const country = values.get("country");
  return typeof country === "string" ? country : undefined;
}

/**
 * Where a column holds crosses and nothing else, an empty cell says no. Not for membership in a
 * group: an empty cell does not end a membership.
 */
function isTickColumn(
  { field, at }: Step,
  sample: readonly { cells: readonly TableCell[] }[],
): boolean {
  if (field.kind !== "BOOLEAN" || field.key.startsWith("group:") || at === -1) return false;
  const texts = sample
    .map(({ cells }) => cellText(cells[at] ?? null).trim())
    .filter((text) => text !== "");
  return texts.length > 0 && texts.every((text) => /^[x✓✔☑]$/i.test(text));
}

function hasGermanPostalCodes(
  steps: readonly Step[],
  sample: readonly { cells: readonly TableCell[] }[],
): boolean {
  const at = steps.find(({ field }) => field.kind === "POSTAL_CODE")?.at;
  if (at === undefined || at === -1) return true;
  const codes = sample
    .map(({ cells }) => cellText(cells[at] ?? null).trim())
    .filter((code) => /^\d{4,5}$/.test(code));
  return (
    codes.length === 0 || codes.filter((code) => code.length === 5).length >= codes.length * 0.3
  );
}

/**
 * A year of two digits is the one that a life makes sense with: no member joins before their birth.
 */
function settleCenturies(
  { values }: MappedRow,
  shortYears: ReadonlySet<string>,
  today: string,
): void {
  const day = (key: string) => {
    const value = values.get(key);
    return typeof value === "string" ? value : undefined;
  };
  const birthday = day("birthday");
  const joinedOn = day("joinedOn");
  if (
    shortYears.has("birthday") &&
    birthday !== undefined &&
    joinedOn !== undefined &&
    !shortYears.has("joinedOn") &&
    birthday > joinedOn
  )
    values.set("birthday", otherCentury(birthday, -100));
  const born = day("birthday");
  if (shortYears.has("joinedOn") && joinedOn !== undefined && born !== undefined && joinedOn < born)
    values.set("joinedOn", otherCentury(joinedOn, 100));
  // Notice and leaving may lie ahead: `31.12.27` is next year.
  for (const key of ["leftOn", "terminatedOn"]) {
    const left = day(key);
    if (!shortYears.has(key) || left === undefined) continue;
    const ahead = otherCentury(left, 100);
    const isNear = Number(ahead.slice(0, 4)) <= Number(today.slice(0, 4)) + 20;
    if (
      isNear &&
      (left < (day("joinedOn") ?? born ?? "") ||
        Number(ahead.slice(0, 4)) <= Number(today.slice(0, 4)) + 5)
    )
      values.set(key, ahead);
  }
}

function refuseFuture(
  { values, problems }: MappedRow,
  columns: readonly string[],
  steps: readonly Step[],
  today: string,
): void {
  for (const [key, what] of [
    ["birthday", "Der Geburtstag"],
    ["deceasedOn", "Der Sterbetag"],
  ] as const) {
    const value = values.get(key);
    if (typeof value !== "string" || value <= today) continue;
    values.delete(key);
    const at = steps.find(({ field }) => field.key === key)?.at ?? -1;
    problems.push({
      column: columns[at] ?? "",
      field: key,
      message: `${what} liegt in der Zukunft (${cellText(new Date(`${value}T00:00:00Z`))}).`,
    });
  }
}
