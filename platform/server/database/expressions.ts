import { type RawBuilder, sql } from "kysely";

/** Small parts of statements that the query builder has no words of its own for. */

/** Returns `ANY (ids)`, for `=`: one statement whatever the number of ids, none included. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql`ANY(${ids}::uuid[])`;
}

/** When the transaction began. */
export const now = sql<Date>`now()`;

/** The club's day. */
export const today = sql<string>`tenant_today()`;

/** The version of a row that an update counts up. */
export const nextVersion = sql<number>`version + 1`;

/** Returns the order of a list as the query builder says it. */
export function direction(dir: "ASC" | "DESC"): "asc" | "desc" {
  return dir === "ASC" ? "asc" : "desc";
}
