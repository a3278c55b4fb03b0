/** What two people made of one record since both read it. */
export interface Difference {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both changed the field, and not to the same value: someone has to choose. */
  contested: boolean;
}

/** The fields the other person changed, compared by value. */
export function differencesOf<V extends Record<string, unknown>>(
  base: V,
  mine: V,
  theirs: V,
): Difference[] {
  return Object.keys(theirs)
    .filter((field) => !same(base[field], theirs[field]) && !same(mine[field], theirs[field]))
    .map((field) => ({
      field,
      base: base[field],
      mine: mine[field],
      theirs: theirs[field],
      contested: !same(base[field], mine[field]),
    }));
}

/** My values, with the fields named taken from the other person. */
export function merged<V extends Record<string, unknown>>(
  mine: V,
  theirs: V,
  fromTheirs: ReadonlySet<string>,
): V {
  return Object.fromEntries(
    Object.entries(mine).map(([field, value]) => [
      field,
      fromTheirs.has(field) ? theirs[field] : value,
    ]),
  ) as V;
}

/**
 * Equal as JSON, whatever the order of an object's keys; empty text and null are the same nothing.
 */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

function plain(value: unknown): unknown {
  if (value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]): [string, unknown] => [key, plain(one)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
