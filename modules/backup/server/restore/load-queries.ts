import type pg from "pg";

export async function blobRow(
  client: pg.Client,
  key: string,
): Promise<{ size: number; sha256: string } | undefined> {
  const { rows } = await client.query<{ size: string; sha256: string }>(
    "SELECT size, sha256 FROM blob WHERE key = $1",
    [key],
  );
  return rows[0] === undefined ? undefined : { size: Number(rows[0].size), sha256: rows[0].sha256 };
}

/** Files whose bytes have all arrived. */
export async function countCompleteBlobs(client: pg.Client, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) FROM blob WHERE tenant_id = $1 AND sha256 <> ''",
    [tenantId],
  );
  return Number(rows[0]?.count);
}
