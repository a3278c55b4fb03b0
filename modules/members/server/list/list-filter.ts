import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import {
  type DerivedFilters,
  type FieldFilters,
  type LOGIN_STATES,
  PROTECTED_USER_FIELDS,
  USER_SORT_FIELDS,
  type UserFilter,
} from "../../contract.ts";
import { searchWords } from "#platform/contract/fold.ts";
import { type Holder, seesProtectedFields } from "../rights/permissions.ts";

/** A filter of the member list, checked and ready for SQL. */
export interface MemberFilter {
  words: readonly string[];
  ids?: readonly string[];
  /** Reference date of status and memberships. */
  day: string;
  group: string | undefined;
  includeSubgroups: boolean;
  loginState: readonly (typeof LOGIN_STATES)[number][] | undefined;
  fields: FieldFilters;
  derived: DerivedFilters;
  own: readonly { field: CustomField; value: string }[];
}

export interface MemberOrder {
  sort: string;
  dir: "ASC" | "DESC";
  customField?: CustomField;
}

const PROTECTED = new Set<string>(PROTECTED_USER_FIELDS);
const NO_WORD = "\u{10ffff}";

/** Checks a filter; custom fields must exist and their values must fit. */
export async function toFilter(
  tx: ReadTx,
  filter: UserFilter,
  today: string,
): Promise<MemberFilter> {
  const words = filter.q === undefined ? [] : searchWords(filter.q);
  const own = Object.entries(filter).filter(([key]) => key.startsWith("cf."));
  const fields = own.length === 0 ? [] : await customFields(tx);
  return {
    // A search for signs alone finds nothing rather than everything.
    words:
      words.length === 0 && filter.q !== undefined && filter.q.trim() !== "" ? [NO_WORD] : words,
    day: filter.asOf ?? today,
    group: filter.group,
    includeSubgroups: filter.includeSubgroups,
    loginState: filter.loginState,
    fields: filter,
    derived: filter,
    own: own.map(([key, value]) => ({
      field: customField(fields, key),
      value: checkedValue(customField(fields, key), key, String(value)),
    })),
  };
}

function customField(fields: readonly CustomField[], parameter: string): CustomField {
  const field = fields.find(({ key }) => `cf.${key}` === parameter);
  if (field === undefined)
    throw fieldProblem(parameter, "Dieses Feld gibt es nicht.", "UNKNOWN_FIELD");
  return field;
}

const VALUE_PATTERNS: Partial<Record<CustomField["kind"], RegExp>> = {
  NUMBER: /^-?\d{1,15}(\.\d{1,15})?$|^(-?\d{1,15}(\.\d{1,15})?)?\.\.(-?\d{1,15}(\.\d{1,15})?)?$/,
  DATE: /^\d{4}-\d{2}-\d{2}$|^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/,
  BOOLEAN: /^(true|false)$/,
};

function checkedValue({ kind }: CustomField, parameter: string, value: string): string {
  const pattern = VALUE_PATTERNS[kind];
  if (pattern !== undefined && !pattern.test(value))
    throw fieldProblem(parameter, "Dieser Wert passt nicht zum Feld.");
  if (value.includes("\0"))
    throw fieldProblem(parameter, "Enthält Zeichen, die hier nicht erlaubt sind.");
  return value;
}

/**
 * Checks an order; protected fields are none for readers who don't see them, or order would tell
 * their values.
 */
export async function toOrder(
  tx: ReadTx,
  { sort, dir }: { sort: string; dir: "ASC" | "DESC" },
  reader: Holder,
): Promise<MemberOrder> {
  if (sort.startsWith("cf."))
    return { sort, dir, customField: customField(await customFields(tx), sort) };
  if (!(USER_SORT_FIELDS as readonly string[]).includes(sort))
    throw fieldProblem("sort", "Danach lässt sich nicht sortieren.");
  if (PROTECTED.has(sort) && !seesProtectedFields(reader))
    throw new AppError("FORBIDDEN", { code: "PROTECTED_FIELD" });
  return BY_BIRTHDAY[sort]?.(dir) ?? { sort, dir };
}

/** The younger has the later birthday: these orders are read from its index. */
const BY_BIRTHDAY: Readonly<Record<string, (dir: "ASC" | "DESC") => MemberOrder>> = {
  age: (dir) => ({ sort: "birthday", dir: dir === "ASC" ? "DESC" : "ASC" }),
  birthYear: (dir) => ({ sort: "birthday", dir }),
};
