import { type Field, FIELD_KEYS, fieldOf, type MemberField } from "../../contract.ts";

const FIELDS: readonly Field[] = FIELD_KEYS.map(fieldOf);

function columnType({ kind }: Field): "date" | "text" {
  return kind === "DATE" ? "date" : "text";
}

/** The fields' columns of m (member). */
export const SELECTED_FIELDS = FIELDS.map(({ column }) => `m.${column}`).join(", ");

/** The columns of m (member) that hold these fields, called as the fields are. */
export function namedFields(fields: readonly MemberField[]): string {
  return fields.map((field) => `m.${fieldOf(field).column} AS "${field}"`).join(", ");
}

/** What saving a member writes besides id, times and names: column and type. */
const WRITTEN = [
  ...FIELDS.map((field) => ({ column: field.column, type: columnType(field) })),
  { column: "custom_fields", type: "jsonb" },
  { column: "search_text", type: "text" },
  { column: "name_sound", type: "text" },
];

/** The columns that saving a member writes. */
export const WRITTEN_COLUMNS = WRITTEN.map(({ column }) => column).join(", ");
/** The same with their types, for `jsonb_to_recordset`. */
export const WRITTEN_TYPES = WRITTEN.map(({ column, type }) => `${column} ${type}`).join(", ");
/** The same as assignments from the alias row, for `UPDATE … SET`. */
export const WRITTEN_ASSIGNMENTS = WRITTEN.map(({ column }) => `${column} = row.${column}`).join(
  ", ",
);

/** What anonymising a person leaves of the fields, as assignments. */
export const ERASED_FIELDS = FIELDS.filter(({ erase }) => erase !== "keep")
  .map(({ column, erase }) => `${column} = ${leftOf(column, erase)}`)
  .join(", ");

function leftOf(column: string, erase: Field["erase"]): string {
  if (typeof erase === "object") return `'${erase.to.replaceAll("'", "''")}'`;
  return erase === "year" ? `date_trunc('year', ${column})::date` : "NULL";
}
