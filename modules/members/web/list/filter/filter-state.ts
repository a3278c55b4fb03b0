import { filterOf, listSchema, type MemberListState } from "../list-state.ts";

/**
 * Parameters of /user/search as they are kept with an export; lists as arrays, as the server sends
 * them.
 */
export type KeptFilter = ReturnType<typeof filterOf>;

/** A kept filter (or the parameters of a saved view) as the state of the list that shows it. */
export function stateOfFilter(filter: Readonly<Record<string, unknown>>): MemberListState {
  const parameters = Object.entries(filter).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(",") : (value ?? ""),
  ]);
  return listSchema.parse(Object.fromEntries(parameters));
}

/** The filter after some of its parameters changed; what became empty is left out. */
export function changedFilter(
  filter: Readonly<Record<string, unknown>>,
  change: Partial<MemberListState>,
): KeptFilter {
  return filterOf({ ...stateOfFilter(filter), ...change } as MemberListState);
}
