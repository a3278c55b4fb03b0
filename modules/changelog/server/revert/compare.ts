import type { ChangeRecord, ChangeValue, Fields } from "../queries.ts";

/** As the triggers compare: nothing, false and an empty list are the same as absent. */
function plain(value: ChangeValue | undefined): string {
  return value === undefined ||
    value === null ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
    ? "null"
    : JSON.stringify(value);
}

export function sameValue(a: ChangeValue | undefined, b: ChangeValue | undefined): boolean {
  return plain(a) === plain(b);
}

/** Names of custom fields are the club's choice: none may mean something to JavaScript. */
function ownValue<T>(values: Record<string, T> | undefined, name: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

export interface Conflict {
  field: string;
  expected: ChangeValue;
  current: ChangeValue;
}

export interface Comparison {
  /** Fields that still are as the entry left them, with the values to go back to. */
  untouched: Record<string, ChangeValue>;
  /** Fields that were changed again since. */
  conflicts: Conflict[];
}

/**
 * What of an entry can be taken back without trampling later edits. `present` is undefined when the
 * record is gone.
 */
export function compare(
  fields: Fields,
  wanted: readonly string[],
  present: Record<string, ChangeValue> | undefined,
): Comparison {
  const untouched: [string, ChangeValue][] = [];
  const conflicts: Conflict[] = [];
  for (const field of wanted) {
    const { old, new: expected } = ownValue(fields, field) ?? { old: null, new: null };
    const current = ownValue(present, field) ?? null;
    if (present !== undefined && sameValue(current, expected)) untouched.push([field, old]);
    else conflicts.push({ field, expected, current });
  }
  return { untouched: Object.fromEntries(untouched), conflicts };
}

/**
 * Every difference between a record as an entry made it and as it is now; none means it has not
 * been touched since.
 */
export function touchedSince(fields: Fields, present: Record<string, ChangeValue>): Conflict[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(present)]);
  return compare(
    {
      ...Object.fromEntries([...names].map((name) => [name, { old: null, new: null }])),
      ...fields,
    },
    [...names],
    present,
  ).conflicts;
}

/**
 * Why something that an entry created is no longer what it was then; none when it can go. A
 * membership knows its group by name, and a group that got another name since is still the same.
 * `present` is undefined when it is gone already.
 */
export function editsSince(
  { record_type: type, fields }: ChangeRecord,
  present: Record<string, ChangeValue> | undefined,
): Conflict[] {
  const conflicts =
    present === undefined
      ? compare(fields, Object.keys(fields), present).conflicts
      : touchedSince(fields, present);
  return present !== undefined && type === "MEMBERSHIP"
    ? conflicts.filter(({ field }) => field !== "group")
    : conflicts;
}
