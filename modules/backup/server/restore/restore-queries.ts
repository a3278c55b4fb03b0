import type pg from "pg";

/** Whether a server's job workers said something within the last minute. */
export async function workersAlive(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT 1 FROM operations.job_worker WHERE seen_at > now() - interval '60 seconds' LIMIT 1",
  );
  return rows.length > 0;
}

/** Those of the keys that belong to nobody. */
export async function unknownBlobs(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    "SELECT key FROM orphaned_blob_keys($1) AS key",
    [keys],
  );
  return rows.map(({ key }) => key);
}
