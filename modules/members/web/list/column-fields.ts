import {
  fieldOf,
  isMemberField,
  PROTECTED_USER_FIELDS,
  USER_FIELD_LABELS,
  type UserField,
} from "../../fields.ts";

/** Columns that stand in front, and are shown until the reader chooses others. */
export const SHOWN_AT_FIRST: readonly UserField[] = [
  "memberNumber",
  "status",
  "groups",
  "email",
  "city",
  "birthday",
];

export function isAmong<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}

/**
 * Returns what the list has columns for, in their order, besides the name: all fields of a member,
 * protected ones for readers who may see them.
 */
export function columnFields(seesProtected: boolean): UserField[] {
  const fields = (Object.keys(USER_FIELD_LABELS) as UserField[]).filter(
    (field) =>
      field !== "lastname" &&
      !(isMemberField(field) && fieldOf(field).kind === "MULTILINE") &&
      (seesProtected || !isAmong(PROTECTED_USER_FIELDS, field)),
  );
  return [...SHOWN_AT_FIRST, ...fields.filter((field) => !SHOWN_AT_FIRST.includes(field))];
}
