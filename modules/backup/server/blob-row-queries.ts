import type pg from "pg";

export interface BlobRow {
  key: string;
  size: number;
  /** Empty while its bytes are arriving. */
  sha256: string;
}

/** Files of the transaction's tenant in the order of their keys, some hundred at a time. */
export async function* blobRows(client: pg.Client, tenantId: string): AsyncGenerator<BlobRow> {
  const AT_ONCE = 500;
  for (let after = ""; ;) {
    const { rows } = await client.query<{ key: string; size: string; sha256: string }>(
      "SELECT key, size, sha256 FROM blob WHERE tenant_id = $1 AND key > $2 ORDER BY key LIMIT $3",
      [tenantId, after, AT_ONCE],
    );
    for (const row of rows) yield { ...row, size: Number(row.size) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last.key;
  }
}

/** Returns the bytes of all files of the transaction's tenant. */
export async function sumOfBlobs(client: pg.Client, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT coalesce(sum(size), 0) AS bytes FROM blob WHERE tenant_id = $1 AND sha256 <> ''",
    [tenantId],
  );
  return Number(rows[0]?.bytes);
}

export async function databaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  return Number(rows[0]?.bytes);
}
