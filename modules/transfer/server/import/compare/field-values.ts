import { fieldsWith, isMemberField, MEMBER_FIELDS } from "#modules/members/contract.ts";
import type { FieldValue } from "../../mapping/values/read-values.ts";
import type { FieldValues } from "../stored-values.ts";

/** What an emptied field holds, where that is not null; a name can't be emptied. */
const EMPTY = new Map<string, FieldValue>(
  fieldsWith("nullable", false).flatMap((field): [string, FieldValue][] => {
    const empty = MEMBER_FIELDS[field].input.safeParse(undefined);
    return empty.success ? [[field, empty.data]] : [];
  }),
);

/** The value that a field has when the file gives this one; null in the file empties it. */
export function writtenValue(field: string, given: FieldValue): FieldValue {
  return given === null ? (EMPTY.get(field) ?? null) : given;
}

/** Whether a field says nothing yet. */
export function isEmptyValue(field: string, value: FieldValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    value === EMPTY.get(field) ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** A member's values with those of a row over them. */
export function mergeValues(present: FieldValues, given: FieldValues): FieldValues {
  const values = { ...present };
  for (const [field, value] of Object.entries(given)) values[field] = writtenValue(field, value);
  return values;
}

const CUSTOM_FIELD = "cf.";
const GROUP_FIELD = "group:";
/** The history and files know more of a member than forms write. */
function isWritable(field: string): boolean {
  return isMemberField(field) || field.startsWith(CUSTOM_FIELD);
}

/** Values by field as a form sends them: custom fields apart. */
export function asForm(values: FieldValues): Record<string, unknown> {
  const entries = Object.entries(values).filter(([field]) => isWritable(field));
  const own = entries.filter(([field]) => field.startsWith(CUSTOM_FIELD));
  return {
    ...Object.fromEntries(entries.filter(([field]) => !field.startsWith(CUSTOM_FIELD))),
    customFields: Object.fromEntries(
      own.map(([field, value]) => [field.slice(CUSTOM_FIELD.length), value]),
    ),
  };
}

/** The field that a form's error path means. */
export function fieldOfPath(path: string): string {
  return path.startsWith("customFields.")
    ? `${CUSTOM_FIELD}${path.slice("customFields.".length)}`
    : path;
}

/** Fields of members that a row gives, without what only finds them or puts them into groups. */
export function memberFieldsOf(given: FieldValues): [string, FieldValue][] {
  return Object.entries(given).filter(([field]) => isWritable(field));
}

/** Groups whose own column says yes. */
export function groupsByColumn(given: FieldValues): string[] {
  return Object.entries(given).flatMap(([field, value]) =>
    field.startsWith(GROUP_FIELD) && (value === true || value === "true")
      ? [field.slice(GROUP_FIELD.length)]
      : [],
  );
}
