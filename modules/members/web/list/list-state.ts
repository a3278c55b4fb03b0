import { z } from "zod";
import { inAddress } from "#platform/web/navigation.tsx";
import { GENDERS, LOGIN_STATES, STATUSES } from "../../choices.ts";

/** Parameters of the address that belong to the page and not to a view. */
const PAGE_ONLY = ["page", "view"];

/**
 * The list's state as it stands in the address. Lists are written with commas, as the server and
 * saved views do; the club's custom fields come as `cf.key` beside these.
 */
export const listSchema = z.looseObject({
  q: inAddress.text(),
  status: inAddress.text(),
  asOf: inAddress.text(),
  group: inAddress.text(),
  includeSubgroups: inAddress.flag(true),
  gender: inAddress.text(),
  loginState: inAddress.text(),
  joinedFrom: inAddress.text(),
  joinedTo: inAddress.text(),
  leftFrom: inAddress.text(),
  leftTo: inAddress.text(),
  birthdayFrom: inAddress.text(),
  birthdayTo: inAddress.text(),
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

const DATES = [
  "asOf",
  "joinedFrom",
  "joinedTo",
  "leftFrom",
  "leftTo",
  "birthdayFrom",
  "birthdayTo",
] as const;

/** Every filter, switched off. */
export const NO_FILTERS = {
  q: "",
  status: "",
  asOf: "",
  group: "",
  gender: "",
  loginState: "",
  joinedFrom: "",
  joinedTo: "",
  leftFrom: "",
  leftTo: "",
  birthdayFrom: "",
  birthdayTo: "",
  page: 0,
} satisfies Partial<MemberListState>;

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
  const dates = Object.fromEntries(
    DATES.filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(state[name])).map((name) => [
      name,
      state[name],
    ]),
  );
  const status = chosen(state.status, STATUSES);
  const gender = chosen(state.gender, GENDERS);
  const loginState = chosen(state.loginState, LOGIN_STATES);
  const hasGroup = z.uuid().safeParse(state.group).success;
  return {
    ...customFieldFilters(state),
    ...dates,
    ...(state.q.trim() === "" ? {} : { q: state.q.slice(0, 200) }),
    ...(hasGroup ? { group: state.group, includeSubgroups: state.includeSubgroups } : {}),
    ...(status.length > 0 ? { status } : {}),
    ...(gender.length > 0 ? { gender } : {}),
    ...(loginState.length > 0 ? { loginState } : {}),
  };
}

/**
 * Is the list narrowed at all? The reference date alone changes what is shown, but leaves nobody
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
