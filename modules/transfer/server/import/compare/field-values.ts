import type { FieldValue } from "../../mapping/values/read-values.ts";
import type { FieldValues } from "../stored-values.ts";

/** What an emptied field holds, where that is not nothing. */
const EMPTY: Record<string, FieldValue> = {
  firstname: "",
  gender: "UNSPECIFIED",
  status: "ACTIVE",
};

/** The value that a field has when the file gives this one; null in the file empties it. */
export function written(field: string, given: FieldValue): FieldValue {
  return given === null ? (EMPTY[field] ?? null) : given;
}

/** Whether a field says nothing yet. */
export function isEmptyValue(field: string, value: FieldValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    value === EMPTY[field] ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** A member's values with those of a row over them. */
export function merged(present: FieldValues, given: FieldValues): FieldValues {
  const values = { ...present };
  for (const [field, value] of Object.entries(given)) values[field] = written(field, value);
  return values;
}

const OWN_FIELD = "cf.";
const GROUP_FIELD = "group:";
/** Fields of the history that no form writes. */
const NOT_WRITABLE = new Set([
  "id",
  "groups",
  "isAdmin",
  "permissions",
  "messageMail",
  "hasProfilePicture",
  "inTrash",
  "anonymised",
]);

/** Values by field as a form sends them: custom fields apart. */
export function asForm(values: FieldValues): Record<string, unknown> {
  const entries = Object.entries(values).filter(
    ([field]) => !NOT_WRITABLE.has(field) && !field.startsWith(GROUP_FIELD),
  );
  const own = entries.filter(([field]) => field.startsWith(OWN_FIELD));
  return {
    ...Object.fromEntries(entries.filter(([field]) => !field.startsWith(OWN_FIELD))),
    customFields: Object.fromEntries(
      own.map(([field, value]) => [field.slice(OWN_FIELD.length), value]),
    ),
  };
}

/** The field that a form's error path means. */
export function fieldOfPath(path: string): string {
  return path.startsWith("customFields.")
    ? `${OWN_FIELD}${path.slice("customFields.".length)}`
    : path;
}

/** Fields of members that a row gives, without what only finds them or puts them into groups. */
export function memberFieldsOf(given: FieldValues): [string, FieldValue][] {
  return Object.entries(given).filter(
    ([field]) => !NOT_WRITABLE.has(field) && !field.startsWith(GROUP_FIELD),
  );
}

/** Groups whose own column says yes. */
export function groupsByColumn(given: FieldValues): string[] {
  return Object.entries(given).flatMap(([field, value]) =>
    field.startsWith(GROUP_FIELD) && (value === true || value === "true")
      ? [field.slice(GROUP_FIELD.length)]
      : [],
  );
}
