import type { Row } from "#platform/server/database/tables.ts";
import {
  type ColumnOf,
  type FieldValues,
  MEMBER_FIELDS,
  type MemberField,
} from "../../contract.ts";

type Stored<Key extends MemberField> = Row<"member", ColumnOf<Key>>[ColumnOf<Key>];
/** Fields whose values are not those that their column holds by the catalogue. */
type Misfit = {
  [Key in MemberField]: [FieldValues[Key], Stored<Key>] extends [Stored<Key>, FieldValues[Key]]
    ? never
    : Key;
}[MemberField];
/** Does not compile when there is one. */
type None<Key extends never> = Key;

/** The columns of the table `member` that hold a member's fields. */
export type FieldColumns = Row<"member", ColumnOf<MemberField | None<Misfit>>>;

const COLUMNS = Object.fromEntries(
  Object.entries(MEMBER_FIELDS).map(([field, { column }]) => [field, column]),
) as { readonly [Key in MemberField]: ColumnOf<Key> };

/** Returns values of fields by the columns that hold them. */
export function toColumns<Key extends MemberField>(
  values: Pick<FieldValues, Key>,
  fields: readonly Key[],
): Pick<FieldColumns, ColumnOf<Key>> {
  const columns: Record<string, unknown> = {};
  for (const field of fields) columns[COLUMNS[field]] = values[field];
  return columns as Pick<FieldColumns, ColumnOf<Key>>;
}

/** Returns some fields of a record by their names. */
export function toFields<Key extends MemberField>(
  record: Pick<FieldColumns, ColumnOf<Key>>,
  fields: readonly Key[],
): Pick<FieldValues, Key> {
  const values = {} as Pick<FieldValues, Key>;
  copyFields(record, fields, values);
  return values;
}

/** Writes some fields of a record by their names into a row. */
export function copyFields<Key extends MemberField>(
  record: Pick<FieldColumns, ColumnOf<Key>>,
  fields: readonly Key[],
  row: { [Field in Key]: unknown },
): void {
  const columns: Readonly<Record<string, unknown>> = record;
  const values: Record<string, unknown> = row;
  for (const field of fields) values[field] = columns[COLUMNS[field]];
}
