import type { TableCell } from "#platform/server/documents/table.ts";
import type { ColumnSuggestion, MappingEntry } from "../../mapping-contract.ts";
import type { TransferField } from "../../member-fields.ts";
import { type KnownColumn, knownColumns } from "./columns/known-columns.ts";
import { ROLES, TICKS_ROLE } from "./columns/roles.ts";
import { nameKey } from "./name-lookup.ts";
import { telephoneParts } from "./values/telephone-parts.ts";
import { looksLikeMobile, looksLikeUuid } from "./values/value-shapes.ts";

/** Less sure columns are left to the user … */
const LEAST = 0.4;
/** … and those below this are taken, but shown for a second look. */
const SURE = 0.85;

/** Share of the columns that bear our own labels, in a file that speaks as we do. */
const OURS = 0.75;

const FIELD_OF_ROLE = new Map(ROLES.map(({ key, field }) => [key, field]));
/** What a column of somebody else's numbers or days may be taken for all the same. */
const OFFERED: Record<string, readonly string[]> = {
  counter: ["memberNumber"],
  key: ["memberNumber"],
  wholeName: ["fullName"],
  parentName: ["accountHolder"],
  fax: ["phone", "mobile"],
  workPhone: ["phone", "mobile"],
  furtherPhone: ["phone", "mobile"],
  furtherMobile: ["mobile", "phone"],
  parentPhone: ["phone", "mobile"],
  workEmail: ["email"],
  furtherEmail: ["email"],
  parentEmail: ["email"],
  someDay: ["birthday", "joinedOn", "leftOn"],
};

/**
 * Proposes a field for each column: all of them are assigned together, by what they are called and
 * by what stands in them (see `knownColumns`). A custom field or a group that is called like the
 * column comes first.
 */
export function suggestEntries(
  columns: readonly string[],
  rows: readonly (readonly TableCell[])[],
  fields: readonly TransferField[],
): ColumnSuggestion[] {
  const known = new Set(fields.map(({ key }) => key));
  const labels = labelsOf(fields);
  const isOurs =
    columns.filter((name) => labels.has(nameKey(name)) || ownField(name, [], fields) !== undefined)
      .length >=
    columns.length * OURS;
  const all = knownColumns(
    columns,
    rows,
    (name, texts) =>
      ownField(name, texts, fields) ?? (isOurs ? labels.get(nameKey(name)) : undefined),
  );
  const numbers = numbersToSort(all);
  return all.map((column) => {
    const candidates = candidatesOf(column).filter((key) => known.has(key));
    const entry = column.confidence >= LEAST ? entryFor(column, all, known, numbers) : null;
    return {
      column: column.name,
      entry,
      candidates,
      reason:
        entry === null && candidates.length === 0 ? null : column.byContent ? "CONTENT" : "NAME",
      confidence: Math.round(column.confidence * 100) / 100,
      doubtful: entry !== null && column.confidence < SURE,
    };
  });
}

/** What our own exports call the fields. A file that has nothing else is taken at its word. */
function labelsOf(fields: readonly TransferField[]): Map<string, string> {
  return new Map(
    fields
      .filter(({ kind }) => kind !== "COMPOSITE")
      .map(({ key, name }) => [nameKey(name), key] as const)
      .toReversed(),
  );
}

/** A field's key outright, or the name of a club's custom field or group. */
function ownField(
  column: string,
  texts: readonly string[],
  fields: readonly TransferField[],
): string | undefined {
  const key = nameKey(column);
  const lastPart = nameKey(column.split("->").at(-1) ?? "");
  return fields.find(
    ({ key: field, name }) =>
      (nameKey(field) === key &&
        (field !== "id" || texts.every((text) => text === "" || looksLikeUuid(text))) &&
        // A column of days beside those of months and years.
        (field !== "birthday" || !texts.every((text) => /^\d{0,2}$/.test(text))) &&
        field !== "address" &&
        field !== "fullName" &&
        field !== "phones") ||
      ((field.startsWith("cf.") || field.startsWith("group:")) &&
        [key, lastPart].includes(nameKey(name))),
  )?.key;
}

function candidatesOf({ role, field, candidates, isJoined }: KnownColumn): string[] {
  if (isJoined) return [];
  const keys = [
    ...(field === null ? [] : [field]),
    ...candidates.flatMap((key) => FIELD_OF_ROLE.get(key) ?? OFFERED[key] ?? []),
    ...(OFFERED[role] ?? []),
  ];
  return [...new Set(keys)];
}

function entryFor(
  column: KnownColumn,
  all: readonly KnownColumn[],
  known: ReadonlySet<string>,
  numbers: ReadonlySet<KnownColumn>,
): MappingEntry | null {
  const joins = (target: string, separator: string, roles: readonly string[]): MappingEntry => {
    const parts = roles.flatMap((role) => all.find((one) => one.role === role)?.name ?? []);
    return entry(
      column,
      target,
      parts.length === 0 ? [] : [{ kind: "JOIN", with: parts, separator }],
    );
  };
  const { role, field, texts } = column;
  const filled = texts.filter((text) => text !== "");
  if (role === "birthDay" && all.some((other) => other.role === "birthYear"))
    return joins("birthday", ".", ["birthMonth", "birthYear"]);
  if (role === TICKS_ROLE) return ticked(column, filled);
  if (numbers.has(column)) return entry(column, "phones", []);
  // `von` in a column of its own stands before the name in the next one.
  if (role === "lastnamePrefix") return joins("lastname", " ", ["lastname"]);
  if (field === "lastname" && all.some((other) => other.role === "lastnamePrefix")) return null;
  if (field === null || !known.has(field)) return null;
  // Nobody has said anything in a column of `keine Angabe` alone.
  if (CHOICES.has(field) && filled.length === 0 && column.hasWords) return null;
  if (field === "street") return joins("street", " ", ["houseNumber", "houseNumberAddition"]);
  // A program took the numbers for amounts: 1001.0 is number 1001.
  if (
    field === "memberNumber" &&
    filled.length > 0 &&
    filled.every((text) => /^\d+\.0$/.test(text))
  )
    return entry(column, field, [{ kind: "SPLIT", separator: ".", part: 1, rest: false }]);
  if (
    field.startsWith("cf.") &&
    (areCents(filled) || /cent/i.test(column.name.split("->").at(-1) ?? ""))
  )
    return entry(column, field, [{ kind: "NUMBER", decimal: ",", factor: 0.01, places: null }]);
  return entry(column, field, []);
}

/** Amounts of one width, filled with zeros, as old programs write them: `0007200` is 72. */
function areCents(texts: readonly string[]): boolean {
  return (
    texts.length > 2 &&
    new Set(texts.map(({ length }) => length)).size === 1 &&
    texts.every((text) => /^0\d{5,}$/.test(text))
  );
}

const CHOICES: ReadonlySet<string> = new Set(["gender", "status"]);
/** Columns of numbers that are the member's own. */
const NUMBERS = ["phone", "mobile", "furtherPhone", "furtherMobile"];

/**
 * Returns the columns of numbers that have to be sorted by what they are: those with several in a
 * cell, and all of them where one kind has no column and stands in the other's.
 */
function numbersToSort(all: readonly KnownColumn[]): Set<KnownColumn> {
  const own = all.filter(
    ({ role, confidence, field }) =>
      NUMBERS.includes(role) && confidence >= LEAST && (field === null || NUMBERS.includes(field)),
  );
  const several = own.filter(({ texts }) => {
    const parts = texts.filter((text) => text !== "").map((text) => telephoneParts(text));
    return parts.some(({ phone, mobile }) => phone !== null && mobile !== null);
  });
  const has = (field: string) => all.some((column) => column.field === field);
  if (has("phones") || (has("phone") && has("mobile"))) return new Set(several);
  const mobiles = own.map(({ texts }) => texts.filter(looksLikeMobile).length);
  const others = own.map(
    ({ texts }, at) => texts.filter((text) => text !== "").length - (mobiles[at] ?? 0),
  );
  const areMixed = mobiles.some((count) => count > 0) && others.some((count) => count > 0);
  return new Set(areMixed ? own : several);
}

/** A column of crosses below a heading of groups: whoever has one is in the group of its name. */
function ticked({ name }: KnownColumn, filled: readonly string[]): MappingEntry {
  const group = name.split("->").at(-1) ?? name;
  const said = [...new Set(filled)].filter(
    (sign) => !/^(?:nein|n|no|false|falsch|f|0|-)$/i.test(sign),
  );
  // Sums below them are no crosses.
  const crosses = said.filter((sign) => !/^\d{1,5}$/.test(sign) || sign === "1");
  const signs = crosses.length > 0 ? crosses : said;
  return {
    sourceField: name,
    targetField: "groups",
    transforms: [
      {
        kind: "VALUES",
        values: signs.slice(0, 20).map((from) => ({ from, to: group })),
        otherwise: "EMPTY",
      },
    ],
  };
}

function entry(
  { name }: KnownColumn,
  targetField: string,
  transforms: MappingEntry["transforms"],
): MappingEntry {
  return { sourceField: name, targetField, transforms };
}
