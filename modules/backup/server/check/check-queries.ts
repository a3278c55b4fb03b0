import type pg from "pg";

/** How keys of files look wherever they stand. */
const KEY = "^[0-9a-f]{2}/[0-9a-f]{38}$";

interface TextColumns {
  table: string;
  columns: string[];
}

/** Every column that could name a file, in every table of tenants: a new one is here by itself. */
export async function textColumns(client: pg.Client): Promise<TextColumns[]> {
  const { rows } = await client.query<TextColumns>(`
    SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'text'::regtype
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'blob'
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/**
 * Of the transaction's tenant: rows that name a file which has no row, and files with a row which
 * nothing names. Waiting jobs name files too: mails carry them. A file's row of the last day may
 * still belong to something that is being made.
 */
export async function strayReferences(
  client: pg.Client,
  tenantId: string,
  named: readonly TextColumns[],
): Promise<{ lost: string[]; unused: string[] }> {
  const tenant = `${client.escapeLiteral(tenantId)}::uuid`;
  const parts = named.map(({ table, columns }) => {
    const values = columns
      .map(
        (column) =>
          `(${client.escapeLiteral(`${table}.${column}`)}, ${client.escapeIdentifier(column)})`,
      )
      .join(", ");
    return `SELECT v.place, v.key FROM ${client.escapeIdentifier(table)}, LATERAL (VALUES ${values}) AS v (place, key)
      WHERE tenant_id = ${tenant} AND octet_length(v.key) = 41 AND v.key ~ '${KEY}'`;
  });
  parts.push(`SELECT 'waiting_jobs', found[1] FROM graphile_worker._private_jobs, LATERAL regexp_matches(payload::text, '"([0-9a-f]{2}/[0-9a-f]{38})"', 'g') AS found
    WHERE payload ->> 'tenantId' = ${client.escapeLiteral(tenantId)}`);
  const { rows } = await client.query<{ kind: "lost" | "unused"; text: string }>(`
    WITH named AS MATERIALIZED (${parts.join(" UNION ALL ")})
    SELECT 'lost' AS kind, place || ' → ' || key AS text FROM named WHERE NOT EXISTS (SELECT FROM blob WHERE tenant_id = ${tenant} AND blob.key = named.key)
    UNION ALL
    SELECT 'unused', key FROM blob WHERE tenant_id = ${tenant} AND created_at < now() - interval '1 day' AND key NOT IN (SELECT key FROM named)`);
  return {
    lost: rows.filter(({ kind }) => kind === "lost").map(({ text }) => text),
    unused: rows.filter(({ kind }) => kind === "unused").map(({ text }) => text),
  };
}

export interface Reference {
  name: string;
  table: string;
  parent: string;
  /** Column → the parent's column. */
  columns: [string, string][];
}

export async function references(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    SELECT k.conname AS name, c.relname AS table, p.relname AS parent,
      (SELECT json_agg(json_build_array(a.attname, b.attname)) FROM unnest(k.conkey, k.confkey) AS pair (own, theirs)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = own JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = theirs) AS columns
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conparentid = 0 ORDER BY c.relname, k.conname`);
  return rows;
}

/** Rows of the transaction's tenant that refer to something that is not there. */
export async function brokenReferences(
  client: pg.Client,
  tenantId: string,
  { table, parent, columns }: Reference,
): Promise<number> {
  const name = (column: string) => client.escapeIdentifier(column);
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM ${name(table)} c WHERE c.tenant_id = $1 AND ${columns.map(([own]) => `c.${name(own)} IS NOT NULL`).join(" AND ")}
       AND NOT EXISTS (SELECT FROM ${name(parent)} p WHERE ${columns.map(([own, theirs]) => `p.${name(theirs)} = c.${name(own)}`).join(" AND ")})`,
    [tenantId],
  );
  return Number(rows[0]?.count);
}

/**
 * Tables whose protection is not what the migrations made: between tenants, of the history, or of
 * references.
 */
export async function findWeakenedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND (
      NOT c.relrowsecurity OR NOT c.relforcerowsecurity
      OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgenabled <> 'O')
      OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND NOT k.convalidated))
    ORDER BY c.relname`);
  return rows.map(({ name }) => name);
}

/** Returns the tables without a chain of foreign keys to the club. */
export async function findTablesOutsideTenants(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    WITH RECURSIVE tied AS (
      SELECT 'public.tenant'::regclass::oid AS oid
      UNION
      SELECT k.conrelid FROM pg_constraint k JOIN tied ON tied.oid = k.confrelid WHERE k.contype = 'f'
    )
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND oid NOT IN (SELECT oid FROM tied) ORDER BY relname`);
  return rows.map(({ name }) => name);
}

/** Whether this role sees rows of all tenants at once. */
export async function seesAllTenants(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sees: boolean }>(
    "SELECT rolsuper OR rolbypassrls AS sees FROM pg_roles WHERE rolname = current_user",
  );
  return rows[0]?.sees === true;
}

/** A role that made the application's role may act as it, but has to allow itself first. */
export async function allowActingAsApplication(client: pg.Client, app: string): Promise<void> {
  const { rows } = await client.query<{ superuser: boolean }>(
    "SELECT rolsuper AS superuser FROM pg_roles WHERE rolname = current_user",
  );
  if (rows[0]?.superuser !== true) await client.query(`GRANT ${app} TO CURRENT_USER`);
}

/** Counts rows of clubs that do not exist; only for a role that sees all rows. */
export async function countRowsWithoutTenant(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM ${client.escapeIdentifier(table)} t WHERE NOT EXISTS (SELECT FROM tenant WHERE tenant.tenant_id = t.tenant_id)`,
  );
  return Number(rows[0]?.count);
}
