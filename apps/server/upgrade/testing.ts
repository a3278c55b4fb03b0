import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { emptyPlace, type EmptyPlace, rowsOf } from "#apps/server/backup/testing.ts";
import { checkArchive, contentsOf } from "#modules/backup/server/archive/checked-archive.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { withWrittenRoles } from "#platform/server/testing/schema-text.ts";

const FOLDER = join(import.meta.dirname, "from-0.1.0");
/** What the `vereinsheim backup` of version 0.1.0 wrote. */
export const FORMER_BACKUP = join(FOLDER, "backup.tar.zst");
export const FORMER_PASSWORD = "demo-passwort-1";

/**
 * The roles that all installations of one PostgreSQL shared then. The dump makes them where they
 * are missing, which two tests at the same moment both find.
 */
const FORMER_ROLES = `DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['app', 'lookup', 'search'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE vereinsheim_%s NOLOGIN NOBYPASSRLS', name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$`;

/** Returns a data folder and a database as the server of version 0.1.0 left them. */
export async function formerInstallation(): Promise<EmptyPlace> {
  const place = await emptyPlace();
  const dump = zstdDecompressSync(await readFile(join(FOLDER, "database.sql.zst")));
  await withClient(place.ownerUrl, async (client) => {
    await client.query(FORMER_ROLES);
    await client.query(dump.toString());
  });
  for await (const part of contentsOf(await checkArchive(FORMER_BACKUP))) {
    if ("key" in part) await place.blobs.put(part.content, { maxBytes: 1e9, key: part.key });
    else for await (const _ of part.content);
  }
  return place;
}

/** Table → its rows as JSON of these columns, in a settled order. */
export type Contents = Record<string, { columns: string[]; rows: string[] }>;

/** Columns that have another name since version 0.1.0: the one now, and the one then. */
const RENAMED: Record<string, Record<string, string>> = {
  // 0122_notified_state
  invitation: { notified_state: "told" },
};

/**
 * @param only the columns of version 0.1.0 to read, under their names then, where a table has them;
 *   all columns as they are when left out.
 */
export async function contentsOfDatabase(ownerUrl: string, only?: Contents): Promise<Contents> {
  const tables = await rowsOf<{ name: string; columns: string[] }>(
    ownerUrl,
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
     GROUP BY c.relname ORDER BY c.relname`,
  );
  const contents: Contents = {};
  for (const { name, columns: all } of tables) {
    const nameThen = (column: string) => (only && RENAMED[name]?.[column]) ?? column;
    const read = all.filter((column) => only?.[name]?.columns.includes(nameThen(column)) ?? true);
    const columns = read.map(nameThen);
    const list = read.map((column) => `"${column}" AS "${nameThen(column)}"`).join(", ");
    const rows = await rowsOf<{ row: string }>(
      ownerUrl,
      `SELECT to_jsonb(r)::text AS row FROM (SELECT ${list} FROM "${name}") r ORDER BY 1`,
    );
    contents[name] = { columns, rows: rows.map(({ row }) => row) };
  }
  return contents;
}

/** Returns what a database is made of, each a line; equal lines for databases of one schema. */
export async function catalogueOf(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ line: string }>(CATALOGUE);
    const lines = await withWrittenRoles(
      client,
      rows.map(({ line }) => line),
    );
    return lines.toSorted();
  });
}

const CATALOGUE = `
WITH relation AS (
  SELECT c.*, n.nspname || '.' || c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'operations') AND c.relkind IN ('r', 'v', 'S')
), lines AS (
  SELECT concat_ws(' ', 'RELATION', name, relkind, relrowsecurity, relforcerowsecurity, relacl,
    reloptions) AS line FROM relation
  UNION ALL
  SELECT concat_ws(' ', 'COLUMN', name, a.attname,
    row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum),
    format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
    a.attcollation::regcollation, a.attacl, pg_get_expr(d.adbin, d.adrelid))
  FROM relation JOIN pg_attribute a ON a.attrelid = relation.oid AND a.attnum > 0
    AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  UNION ALL
  SELECT concat_ws(' ', 'CONSTRAINT', name, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
  FROM relation JOIN pg_constraint k ON k.conrelid = relation.oid
  UNION ALL
  SELECT concat_ws(' ', 'INDEX', pg_get_indexdef(x.indexrelid), x.indisvalid)
  FROM relation JOIN pg_index x ON x.indrelid = relation.oid
  UNION ALL
  SELECT concat_ws(' ', 'POLICY', name, p.polname, p.polcmd, p.polroles::regrole[],
    pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  FROM relation JOIN pg_policy p ON p.polrelid = relation.oid
  UNION ALL
  SELECT concat_ws(' ', 'TRIGGER', name, pg_get_triggerdef(t.oid), t.tgenabled)
  FROM relation JOIN pg_trigger t ON t.tgrelid = relation.oid AND NOT t.tgisinternal
  UNION ALL
  SELECT concat_ws(' ', 'VIEW', name, pg_get_viewdef(oid)) FROM relation WHERE relkind = 'v'
  UNION ALL
  SELECT concat_ws(' ', 'FUNCTION', p.proowner::regrole, p.proacl, pg_get_functiondef(p.oid))
  FROM pg_proc p WHERE p.pronamespace IN ('public'::regnamespace, 'operations'::regnamespace)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT concat_ws(' ', 'COLLATION', collname, colllocale) FROM pg_collation
  WHERE collnamespace = 'public'::regnamespace
)
SELECT line FROM lines`;
