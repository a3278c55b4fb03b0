import { type Expression, type RawBuilder, sql } from "kysely";
import type { z } from "zod";

declare const makesJson: unique symbol;

/** SQL whose value is the text of a JSON value, never NULL. */
export type JsonSql = RawBuilder<string> & { readonly [makesJson]: true };

function jsonSql(text: RawBuilder<string>): JsonSql {
  return text as JsonSql;
}

/** Returns SQL for the JSON of a column or another expression; of NULL it is null. */
export const jsonOf = {
  text: (value: Expression<string | null>) =>
    jsonSql(sql`coalesce(to_json(${value})::text, 'null')`),
  /** Of days, ids and words of a closed list: nothing in them has to be escaped. */
  word: (value: Expression<string | null>) =>
    jsonSql(sql`coalesce('"' || ${value} || '"', 'null')`),
  /** Of numbers and truth values, and of what is JSON in the database. */
  plain: (value: Expression<unknown>) => jsonSql(sql`coalesce((${value})::text, 'null')`),
  /** Of a moment, written as `Date.toISOString` writes it. */
  moment: (value: Expression<Date | null>) =>
    jsonSql(
      sql`coalesce(to_char(${value} AT TIME ZONE 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\"'), 'null')`,
    ),
};

/** PostgreSQL's functions take a hundred arguments. */
const MOST_PARTS = 100;

/**
 * Returns SQL for the JSON of an object without its closing brace: more names may be put to it
 * outside of the database. Its names are those asked for, in the order of the shape, which is a
 * contract's: what the contract does not name can't be among them.
 */
export function openObject<Name extends string>(
  { shape }: z.ZodObject,
  names: Iterable<Name>,
  values: Readonly<Record<Name, JsonSql>>,
): RawBuilder<string> {
  const wanted = new Set<string>(names);
  const known = Object.keys(shape).filter((name): name is Name => wanted.delete(name));
  if (wanted.size > 0) throw new Error(`the contract does not name ${[...wanted].join(", ")}`);
  const parts = known.flatMap((name, index) => [
    sql.lit(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`),
    values[name],
  ]);
  const portions: RawBuilder<string>[] = [];
  for (let start = 0; start < parts.length; start += MOST_PARTS)
    portions.push(joined(parts.slice(start, start + MOST_PARTS)));
  return joined(portions);
}

function joined(parts: readonly Expression<unknown>[]): RawBuilder<string> {
  return sql`concat(${sql.join(parts)})`;
}
