import type pg from "pg";
import type { Actor } from "#platform/server/database/database.ts";

/** A table whose rows belong to tenants, as the database's own catalogue describes it. */
export interface TenantTable {
  name: string;
  /**
   * All that hold something of their own, without the tenant's id: it is said once for all rows.
   */
  columns: string[];
}

/**
 * Triggers of other tables write these: they come last, so that what was read replaces what
 * triggers wrote.
 */
const WRITTEN_BY_TRIGGERS = ["search_word", "change"];

/**
 * Every table of tenants, in an order in which rows find what they refer to. A new table is here by
 * itself.
 */
export async function tenantTables(client: pg.Client): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable & { refers_to: string[] }>(`
    SELECT c.relname AS name,
      (SELECT coalesce(array_agg(a.attname::text ORDER BY a.attnum), '{}') FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'tenant_id') AS columns,
      (SELECT coalesce(array_agg(DISTINCT p.relname::text), '{}') FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND p.oid <> c.oid) AS refers_to
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname`);
  const ordered: TenantTable[] = [];
  const done = new Set<string>();
  const ready = (table: (typeof rows)[number]) =>
    !done.has(table.name) && table.refers_to.every((name) => done.has(name));
  const take = (from: typeof rows) => {
    for (let next = from.find(ready); next !== undefined; next = from.find(ready)) {
      done.add(next.name);
      ordered.push({ name: next.name, columns: next.columns });
    }
  };
  take(rows.filter(({ name }) => !WRITTEN_BY_TRIGGERS.includes(name)));
  take(rows);
  if (ordered.length < rows.length) {
    const left = rows.filter(({ name }) => !done.has(name)).map(({ name }) => name);
    throw new Error(`tables refer to each other in a circle: ${left.join(", ")}`);
  }
  return ordered;
}

export async function listTenants(client: pg.Client): Promise<{ id: string; name: string }[]> {
  return (await client.query<{ id: string; name: string }>("SELECT id, name FROM all_tenants()"))
    .rows;
}

/** From now on the transaction sees and makes rows of this tenant. */
export async function setTenant(client: pg.Client, tenantId: string): Promise<void> {
  await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId]);
}

/** Triggers of the history ask who acts. */
export async function setActor(client: pg.Client, actor: Actor): Promise<void> {
  await client.query("SELECT set_config('app.actor', $1, true)", [JSON.stringify(actor)]);
}

/** Rows as text have to mean the same on every database. */
export async function setTextFormat(client: pg.Client): Promise<void> {
  await client.query(`
    SET LOCAL client_encoding = 'UTF8'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'iso_8601'; SET LOCAL TimeZone = 'UTC';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1;
    SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`);
}
