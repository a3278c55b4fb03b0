import { z } from "zod";
import { inAddress } from "#platform/web/navigation.tsx";
import { LOGIN_STATES } from "../../choices.ts";
import { DERIVED_FIELDS, type DerivedField } from "../../derived-fields.ts";
import { MEMBER_FIELDS } from "../../fields.ts";
import {
  CHOICE_FILTERS,
  DERIVED_RANGES,
  type DerivedBound,
  type DerivedFilters,
  type FieldFilters,
  RANGE_FILTERS,
  TEXT_FILTERS,
} from "../../user-filter.ts";

/** Parameters of the address that belong to the page and not to a view. */
const PAGE_ONLY = ["page", "view"];

/** The addresses' parameters of the filters that fields have by their rows. */
const RANGE_BOUNDS = RANGE_FILTERS.flatMap(({ name }) => [`${name}From`, `${name}To`] as const);
const FIELD_FILTERS = [...CHOICE_FILTERS, ...TEXT_FILTERS, ...RANGE_BOUNDS];
type FieldFilter = (typeof FIELD_FILTERS)[number];
const DERIVED_BOUNDS = DERIVED_FIELDS.flatMap((field) =>
  (["From", "To"] as const).map((end) => ({ field, name: `${field}${end}` as const })),
);
const fieldFilters = Object.fromEntries(
  FIELD_FILTERS.map((name) => [name, inAddress.text()]),
) as Record<FieldFilter, ReturnType<typeof inAddress.text>>;

const derivedFilters = Object.fromEntries(
  DERIVED_BOUNDS.map(({ name }) => [name, inAddress.text()]),
) as Record<DerivedBound, ReturnType<typeof inAddress.text>>;

/**
 * The list's state as it stands in the address. Lists are written with commas, as the server and
 * saved views do; the club's custom fields come as `cf.key` beside these.
 */
export const listSchema = z.looseObject({
  q: inAddress.text(),
  asOf: inAddress.text(),
  group: inAddress.text(),
  includeSubgroups: inAddress.flag(true),
  loginState: inAddress.text(),
  ...fieldFilters,
  ...derivedFilters,
  page: inAddress.number(0),
  size: inAddress.number(50),
  sort: inAddress.text("lastname"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
  /** Columns shown, with commas; empty: what this browser remembers. */
  columns: inAddress.text(),
  /** Id of the saved view the list came from. */
  view: inAddress.text(),
});
export type MemberListState = z.output<typeof listSchema>;
export type ChangeState = (change: Partial<MemberListState>, options?: { push?: boolean }) => void;

/** Every filter, switched off. */
export const NO_FILTERS: Partial<MemberListState> = {
  ...Object.fromEntries(FIELD_FILTERS.map((name) => [name, ""])),
  ...Object.fromEntries(DERIVED_BOUNDS.map(({ name }) => [name, ""])),
  q: "",
  asOf: "",
  group: "",
  loginState: "",
  page: 0,
};

/** The words of a comma-separated parameter that are among the known ones. */
export function chosen<const V extends string>(text: string, known: readonly V[]): V[] {
  return text.split(",").filter((word): word is V => known.includes(word as V));
}

/** Custom fields that are filtered by, as `cf.key` → value. */
export function customFieldFilters(state: MemberListState): Record<string, string> {
  const entries = Object.entries(state).filter(
    ([name, value]) => /^cf\.[\w-]{1,60}$/.test(name) && typeof value === "string" && value !== "",
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

/**
 * What is sent as the filter; nonsense from a mistyped address is left out, so that the list still
 * opens.
 */
export function filterOf(state: MemberListState) {
  const loginState = chosen(state.loginState, LOGIN_STATES);
  const hasGroup = z.uuid().safeParse(state.group).success;
  return {
    ...customFieldFilters(state),
    ...fieldFiltersOf(state),
    ...derivedFiltersOf(state),
    ...(isDay(state.asOf) ? { asOf: state.asOf } : {}),
    ...(state.q.trim() === "" ? {} : { q: state.q.slice(0, LONGEST_TEXT) }),
    ...(hasGroup ? { group: state.group, includeSubgroups: state.includeSubgroups } : {}),
    ...(loginState.length > 0 ? { loginState } : {}),
  };
}

/** The longest text that the server searches for. */
const LONGEST_TEXT = 200;
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function fieldFiltersOf(state: MemberListState): FieldFilters {
  const choices = CHOICE_FILTERS.map(
    (field) => [field, chosen<string>(state[field], MEMBER_FIELDS[field].output.options)] as const,
  );
  const parts = TEXT_FILTERS.map(
    (field) => [field, String(state[field]).trim().slice(0, LONGEST_TEXT)] as const,
  );
  const days = RANGE_BOUNDS.map((name) => [name, state[name]] as const);
  return Object.fromEntries([
    ...choices.filter(([, values]) => values.length > 0),
    ...parts.filter(([, text]) => text !== ""),
    ...days.filter(([, day]) => isDay(day)),
  ]);
}

function derivedFiltersOf(state: MemberListState): DerivedFilters {
  return Object.fromEntries(
    DERIVED_BOUNDS.filter(({ field, name }) => isBound(field, state[name])).map(({ name }) => [
      name,
      Number(state[name]),
    ]),
  );
}

/** Returns whether the text is a number that the field can be filtered by. */
export function isBound(field: DerivedField, text: string): boolean {
  const [least, most] = DERIVED_RANGES[field];
  return /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

/**
 * Is the list narrowed at all? The reference date alone changes what is shown, but leaves no one
 * out.
 */
export function isFiltered(state: MemberListState): boolean {
  return Object.keys(filterOf(state)).some(
    (name) => name !== "asOf" && name !== "includeSubgroups",
  );
}

/** What a saved view keeps of the state. */
export function viewParameters(state: MemberListState): Record<string, string> {
  const entries = Object.entries(state).filter(([name, value]) => {
    if (PAGE_ONLY.includes(name) || name === "columns" || value === "" || value === undefined)
      return false;
    return name !== "includeSubgroups" || state.group !== "";
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
