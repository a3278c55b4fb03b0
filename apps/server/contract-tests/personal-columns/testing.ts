import type { Client } from "pg";

/** A column that can hold something about a person. */
export interface PersonalColumn {
  /** `table.column` */
  name: string;
  /** True: it can hold the id of a member, alone, in an array or inside JSON. */
  names: boolean;
}

/** Texts about people go by such names in this schema. */
const ABOUT_PEOPLE =
  /(^|_)(by|actor|sender|guest|email|address|caller|username|recipients?|owner|member|person|user|agent|phone|comment|response|failure|word)(_|$)|(first|last|by|actor|owner|guest|record)_name$/;

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
    ARRAY(SELECT f.relname::text || '.' || fa.attname FROM pg_constraint k
      CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (own, other)
      JOIN pg_class f ON f.oid = k.confrelid JOIN pg_attribute fa ON fa.attrelid = f.oid AND fa.attnum = pair.other
      WHERE k.contype = 'f' AND k.conrelid = c.oid AND pair.own = a.attnum) AS targets
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname <> 'tenant_id' ORDER BY 1, 2`;

/**
 * Columns that refer to a member or a login (by a foreign key, through another table, or as an id
 * that no foreign key explains), that hold JSON, or whose name speaks of people; and everything
 * that the member itself has.
 */
export async function personalColumns(client: Client): Promise<PersonalColumn[]> {
  const { rows } = await client.query<{
    table: string;
    column: string;
    type: string;
    targets: string[];
  }>(COLUMNS);
  const byName = new Map(rows.map((row) => [`${row.table}.${row.column}`, row]));
  const meansPerson = (name: string): boolean =>
    name === "member.id" ||
    name === "login.id" ||
    (byName.get(name)?.targets ?? []).some((target) => target !== name && meansPerson(target));
  return rows.flatMap(({ table, column, type, targets }) => {
    const name = `${table}.${column}`;
    const isId = type.startsWith("uuid");
    const isJson = type.startsWith("json");
    const unexplained = isId && targets.length === 0 && column !== "id";
    const names = (isId && (meansPerson(name) || unexplained)) || isJson || column === "caller";
    const speaks = type.startsWith("text") && ABOUT_PEOPLE.test(column);
    return table === "member" || names || speaks ? [{ name, names }] : [];
  });
}

/** Where a text still stands, in any schema that is ours: `table.column`. */
export async function columnsHolding(client: Client, wanted: string): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; table: string; column: string }>(`
    SELECT n.nspname AS schema, c.relname AS table, a.attname AS column
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1, 2, 3`);
  const found: string[] = [];
  for (const { schema, table, column } of rows) {
    const [from, what] = [
      `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`,
      client.escapeIdentifier(column),
    ];
    const hit = await client.query(
      `SELECT FROM ${from} WHERE position(lower($1) IN lower(${what}::text)) > 0 LIMIT 1`,
      [wanted],
    );
    if (hit.rowCount !== 0)
      found.push(schema === "public" ? `${table}.${column}` : `${schema}.${table}.${column}`);
  }
  return found;
}
