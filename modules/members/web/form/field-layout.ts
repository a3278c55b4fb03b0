import { FIELD_KEYS, fieldOf, type MemberField } from "../../fields.ts";
import type { FieldSection } from "../../field-kinds.ts";

/** Fields that stand side by side; all others have a line of their own. */
const PAIRS: readonly (readonly [MemberField, MemberField])[] = [
  ["salutation", "title"],
  ["firstname", "lastname"],
  ["birthday", "gender"],
  ["phone", "mobile"],
  ["postalCode", "city"],
  ["memberNumber", "status"],
  ["joinedOn", "terminatedOn"],
  ["leftOn", "deceasedOn"],
  ["bic", "mandateReference"],
];

/** Returns the fields of a section line by line, in the order of the table. */
export function linesOf(section: FieldSection): (readonly MemberField[])[] {
  const fields = FIELD_KEYS.filter((field) => fieldOf(field).section === section);
  return fields.flatMap((field): (readonly MemberField[])[] => {
    const pair = PAIRS.find((one) => one.includes(field)) ?? [field];
    return pair[0] === field ? [pair] : [];
  });
}

/** Returns the fields of a section in the order of its lines. */
export function fieldsOfSection(section: FieldSection): MemberField[] {
  return linesOf(section).flat();
}
