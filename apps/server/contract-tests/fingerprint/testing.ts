import { withClient } from "#platform/server/database/migrate.ts";
import type { TestApp } from "../../testing.ts";

/**
 * Returns every row of a tenant as one text of sums, table by table, read past row-level security.
 */
export function fingerprintOf(app: TestApp, tenantId: string): Promise<string> {
  const ownerUrl = app.services.environment.databaseUrl ?? "";
  return withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
          AND relname <> 'idempotent_answer' ORDER BY 1`,
    );
    const sums = tables.map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum
           FROM ${name} t WHERE tenant_id = $1`,
    );
    const { rows } = await client.query<{ name: string; sum: string | null }>(
      sums.join(" UNION ALL "),
      [tenantId],
    );
    return rows.map(({ name, sum }) => `${name}=${sum ?? ""}`).join(";");
  });
}

/**
 * Returns the first item after which something has changed, found by halving: `changes` is asked
 * about some of the first items, as often as they can be halved.
 */
export async function firstCulprit<T>(
  items: readonly T[],
  changes: (first: readonly T[]) => Promise<boolean>,
): Promise<T | undefined> {
  if (!(await changes(items))) return undefined;
  let harmless = 0;
  let harmful = items.length;
  while (harmful - harmless > 1) {
    const middle = Math.floor((harmless + harmful) / 2);
    if (await changes(items.slice(0, middle))) harmful = middle;
    else harmless = middle;
  }
  return items[harmful - 1];
}
