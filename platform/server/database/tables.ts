import type { Insertable, SelectType, Updateable } from "kysely";
import type { Refined } from "./column-types.ts";
import type { CatalogueTables } from "./tables.generated.ts";

/**
 * What a column holds where the catalogue says too little: the value of a `jsonb`, the words of a
 * `text[]`. The module that owns the table adds its columns by declaration merging:
 * `declare module "#platform/server/database/tables.ts" { interface ColumnTypes { … } }`.
 */
export interface ColumnTypes {}

type ColumnName = {
  [Table in keyof CatalogueTables]: `${Table}.${keyof CatalogueTables[Table] & string}`;
}[keyof CatalogueTables];

/** Does not compile when a module declares a column that the database doesn't have. */
type Declared<Name extends ColumnName> = Name;
type DeclaredName = Declared<keyof ColumnTypes>;

type ColumnOf<Name extends string, Column> = Name extends DeclaredName
  ? Refined<Column, ColumnTypes[Name]>
  : Column;

/** All tables as the migrations make them, for the query builder. */
export type Tables = {
  [Table in keyof CatalogueTables]: {
    [Column in keyof CatalogueTables[Table]]: ColumnOf<
      `${Table}.${Column & string}`,
      CatalogueTables[Table][Column]
    >;
  };
};

/** A row as it is read; of some columns, or of all. */
export type Row<
  Table extends keyof Tables,
  Column extends keyof Tables[Table] = keyof Tables[Table],
> = { [Name in Column]: SelectType<Tables[Table][Name]> };

/** A row as it is inserted: columns with a default may be left out. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** Columns of a row that are to be changed. */
export type RowChange<Table extends keyof Tables> = Updateable<Tables[Table]>;

/** A row of which some columns are known to hold something. */
export type Filled<R, Column extends keyof R> = R & { [Name in Column]: NonNullable<R[Name]> };
