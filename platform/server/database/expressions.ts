import {
  type Expression,
  type RawBuilder,
  type SelectType,
  type SqlBool,
  sql,
  type UpdateType,
} from "kysely";
import type { Row, Tables } from "./tables.ts";

/** Small parts of statements that the query builder has no words of its own for. */

/** Returns `ANY (ids)`, for `=`: one statement whatever the number of ids, none included. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql`ANY(${ids}::uuid[])`;
}

/** The same for texts. */
export function anyText<Text extends string>(texts: readonly Text[]): RawBuilder<Text> {
  return sql`ANY(${texts}::text[])`;
}

/** Returns whether a column holds something, to be selected. */
export function isFilled(column: Expression<unknown>): RawBuilder<boolean> {
  return sql`${column} IS NOT NULL`;
}

/** When the transaction began. */
export const now = sql<Date>`now()`;

/** The version of a row that an update counts up. */
export const nextVersion = sql<number>`version + 1`;

/** Returns the order of a list as the query builder says it. */
export function direction(dir: "ASC" | "DESC"): "asc" | "desc" {
  return dir === "ASC" ? "asc" : "desc";
}

const FIRST_BOUNDS = [1, 25, 100];

/**
 * Returns a limit as part of the statement for what a page is taken from: the page's end, rounded
 * up to one of few numbers. Of a limit that is a parameter PostgreSQL expects a tenth of all rows,
 * so that it would plan a prepared statement anew for every page.
 */
export function pageBound(end: number): RawBuilder<number> {
  let bound = FIRST_BOUNDS.find((first) => first >= end) ?? 400;
  while (bound < end) bound *= 4;
  return sql.lit(bound);
}

/**
 * Returns rows of a table as one parameter, whatever their number; to be selected from under an
 * alias. What a row leaves out is null.
 */
export function recordset<Table extends keyof Tables, Column extends keyof Tables[Table]>(
  table: Table,
  rows: readonly Partial<Row<Table, Column>>[],
): RawBuilder<Row<Table, Column>> {
  return sql`jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/**
 * Returns what is to be set for an update to take columns from rows made by `recordset`, known as
 * `alias`.
 */
export function setFrom<Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
  _table: Table,
  alias: string,
  columns: readonly Column[],
): { [Name in Column]: RawBuilder<UpdateType<Tables[Table][Name]>> } {
  const pairs = columns.map((column) => [column, sql.ref(`${alias}.${column}`)]);
  return Object.fromEntries(pairs);
}

/**
 * Returns how a table's columns are named under an alias, for SQL that the query builder has no
 * words for; a column that the table does not have does not compile.
 */
export function columnsOf<Table extends keyof Tables>(_table: Table, alias: string) {
  return <Column extends keyof Tables[Table] & string>(column: Column) =>
    sql.ref<SelectType<Tables[Table][Column]>>(`${alias}.${column}`);
}

/** Returns a pattern for `ILIKE` that finds a text as it was typed anywhere. */
export function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Returns whether texts hold all words of a search (`searchWords`), each anywhere: for the lists of
 * few and short names that have no column for it. Letters that Unicode does not take apart are
 * folded here as `searchText` folds them.
 */
export function holdsWords(
  words: readonly string[],
  ...texts: readonly Expression<string | null>[]
): RawBuilder<SqlBool> {
  if (words.length === 0) return sql`true`;
  const folded = texts.map(
    (text) => sql`folded_text(translate(${text}, 'æœøłđðıÆŒØŁĐÐ', 'aoolddiaooldd'))`,
  );
  // Typed as one word, or as several: both are found.
  const variants = folded.map((text) => sql`${text}, replace(${text}, ' ', '')`);
  return sql`concat_ws(' ', ${sql.join(variants)}) LIKE ALL(${words.map((word) => `%${word}%`)}::text[])`;
}
