import type { Client } from "pg";
import { rolesOf } from "../database/schema/roles.ts";

/** Returns the schema of a migrated database at a glance, as it stands in `db/schema.sql`. */
export async function schemaText(client: Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(SCHEMA);
  const lines = await withWrittenRoles(
    client,
    rows.map(({ line }) => line),
  );
  return `-- Made from the migrations by \`npm run db:generate\`; not to be run.\n${lines.join("\n")}\n`;
}

/** Returns the lines with the roles as `db/` calls them, whatever this database calls them. */
export async function withWrittenRoles(
  client: Client,
  lines: readonly string[],
): Promise<string[]> {
  const { lookup } = await rolesOf(client);
  return lines.map((line) => line.replaceAll(lookup.replace(/lookup$/, ""), "vereinsheim_"));
}

/**
 * Tables with columns, constraints, indexes, policies and triggers in the order of their names,
 * then views, then functions with their arguments: two of one name would otherwise come in any order.
 */
const SCHEMA = `
WITH tables AS (
  SELECT c.oid, n.nspname || '.' || c.relname AS name, c.relrowsecurity, c.relforcerowsecurity
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'operations')
), lines AS (
  SELECT name, 0 AS part, '' AS key, E'\\nTABLE ' || name || CASE WHEN relforcerowsecurity THEN ' (row-level security forced)' ELSE '' END AS line FROM tables
  UNION ALL
  SELECT name, 1, lpad(a.attnum::text, 4, '0'), '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
  FROM tables JOIN pg_attribute a ON a.attrelid = tables.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  UNION ALL
  SELECT name, 2, k.conname, '  CONSTRAINT ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
  FROM tables JOIN pg_constraint k ON k.conrelid = tables.oid AND k.contype <> 'n'
  UNION ALL
  SELECT name, 3, i.relname, '  ' || pg_get_indexdef(i.oid)
  FROM tables JOIN pg_index x ON x.indrelid = tables.oid JOIN pg_class i ON i.oid = x.indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid)
  UNION ALL
  SELECT name, 4, p.polname, '  POLICY ' || p.polname || ' TO ' || coalesce((SELECT string_agg(rolname, ', ' ORDER BY rolname) FROM pg_roles WHERE oid = ANY (p.polroles)), 'everybody')
    || ' USING ' || coalesce(pg_get_expr(p.polqual, p.polrelid), '-') || ' WITH CHECK ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-')
  FROM tables JOIN pg_policy p ON p.polrelid = tables.oid
  UNION ALL
  SELECT name, 5, t.tgname, '  ' || pg_get_triggerdef(t.oid) FROM tables JOIN pg_trigger t ON t.tgrelid = tables.oid AND NOT t.tgisinternal
  UNION ALL
  SELECT 'yy', 6, c.relname, E'\\nVIEW ' || n.nspname || '.' || c.relname || E'\\n' || pg_get_viewdef(c.oid, true)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'v' AND n.nspname IN ('public', 'operations')
  UNION ALL
  SELECT 'zz', 6, p.oid::regprocedure::text, E'\\nFUNCTION ' || p.oid::regprocedure || CASE WHEN p.prosecdef THEN ' SECURITY DEFINER OWNER ' || CASE WHEN p.proowner <> (SELECT relowner FROM pg_class WHERE oid = 'public.tenant'::regclass) THEN r.rolname ELSE 'of the tables' END ELSE '' END
  FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
  WHERE p.pronamespace IN ('public'::regnamespace, 'operations'::regnamespace)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
)
SELECT line FROM lines ORDER BY name COLLATE "C", part, key COLLATE "C", line COLLATE "C"`;
