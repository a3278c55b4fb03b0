import { fieldOf, type FieldValues, type MemberField, type MEMBER_FIELDS } from "../../fields.ts";
import { formatIban } from "./iban.ts";

type KindOf<Key extends MemberField> = (typeof MEMBER_FIELDS)[Key]["kind"];
/** What the input of a field holds: a text as typed, a day as `YYYY-MM-DD`, a value of a list. */
export type Entered<Key extends MemberField> = {
  [Field in Key]: KindOf<Field> extends "DATE" | "COUNTRY"
    ? string | null
    : KindOf<Field> extends "CHOICE"
      ? FieldValues[Field]
      : string;
};

/** Returns stored values as inputs hold them. */
export function enteredValues<Key extends MemberField>(
  fields: readonly Key[],
  stored: Readonly<Partial<Record<Key, string | null>>>,
): Entered<Key> {
  const entries = fields.map((field) => [field, entered(field, stored[field] ?? null)]);
  return Object.fromEntries(entries) as Entered<Key>;
}

function entered(field: MemberField, value: string | null): unknown {
  const { kind, input } = fieldOf(field);
  if (kind === "IBAN") return formatIban(value);
  if (kind === "CHOICE") return value ?? input.parse(undefined);
  return isTyped(field) ? (value ?? "") : value;
}

/** Returns what inputs hold as the server takes it: an empty input is an empty field. */
export function sentValues<Key extends MemberField>(
  fields: readonly Key[],
  values: Readonly<Record<Key, string | null>>,
): Pick<FieldValues, Key> {
  const entries = fields.map((field) => [field, sent(field, values[field])]);
  return Object.fromEntries(entries) as Pick<FieldValues, Key>;
}

function sent(field: MemberField, value: string | null): string | null {
  if (!isTyped(field)) return value;
  const text = (value ?? "").trim();
  return text === "" && fieldOf(field).nullable ? null : text;
}

/** Whether the input holds a text; the others hold null where there is nothing. */
function isTyped(field: MemberField): boolean {
  return !["DATE", "COUNTRY", "CHOICE"].includes(fieldOf(field).kind);
}
