import type pg from "pg";

/** Whether a server's job workers said something within the last minute. */
export async function workersAlive(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT 1 FROM operations.job_worker WHERE seen_at > now() - interval '60 seconds' LIMIT 1",
  );
  return rows.length > 0;
}

/** Returns whether clubs are there; asks the table, since no function stands on a former schema. */
export async function hasTenants(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM tenant LIMIT 1");
  return rows.length > 0;
}

/** Returns those of the keys that no tenant has a row for. */
export async function unknownBlobs(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM unnest($1::text[]) AS given (key)
     WHERE NOT EXISTS (SELECT FROM blob WHERE blob.key = given.key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}
