import type pg from "pg";

export interface FoundTenant {
  id: string;
  state: string;
}

export async function findTenant(
  client: pg.Client,
  name: string,
): Promise<FoundTenant | undefined> {
  const { rows } = await client.query<FoundTenant>("SELECT id, state FROM find_tenant($1)", [name]);
  return rows[0];
}

export async function setState(client: pg.Client, tenantId: string, state: string): Promise<void> {
  await client.query("UPDATE tenant SET state = $2 WHERE tenant_id = $1", [tenantId, state]);
}

/** From now on the transaction writes no history of what it deletes. */
export async function leaveNoHistory(client: pg.Client): Promise<void> {
  await client.query("SELECT set_config('app.tenant_is_going', 'yes', true)");
}

/** Waits for transactions that are adding rows of the tenant; new ones wait for this one. */
export async function holdTenant(client: pg.Client, tenantId: string): Promise<void> {
  await client.query("SELECT FROM tenant WHERE tenant_id = $1 FOR UPDATE", [tenantId]);
}

export async function blobKeys(client: pg.Client, tenantId: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    "SELECT key FROM blob WHERE tenant_id = $1",
    [tenantId],
  );
  return rows.map(({ key }) => key);
}

/** Returns how many rows of the tenant the table had. */
export async function deleteRows(
  client: pg.Client,
  table: string,
  tenantId: string,
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM ${client.escapeIdentifier(table)} WHERE tenant_id = $1`,
    [tenantId],
  );
  return rowCount ?? 0;
}

/** Those that are running as well: their end finds nothing to note. */
export async function deleteJobs(client: pg.Client, tenantId: string): Promise<number> {
  const { rowCount } = await client.query(
    "DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = $1",
    [tenantId],
  );
  return rowCount ?? 0;
}

/** Counters against guessing stand under the tenant's id, some beside what somebody typed. */
export async function deleteRateLimits(client: pg.Client, tenantId: string): Promise<void> {
  await client.query("DELETE FROM operations.rate_limit WHERE position($1 IN key) > 0", [tenantId]);
}
