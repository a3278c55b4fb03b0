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

/** Numbers that the database gives itself go on behind those that arrived with the rows. */
export async function advanceIdentities(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT c.relname AS table, a.attname AS column, pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
  for (const { table, column, sequence } of rows) {
    await client.query(`
      SELECT setval('${sequence}', greatest((SELECT last_value FROM ${sequence}), highest)) FROM
        (SELECT max(${client.escapeIdentifier(column)}) AS highest FROM ${client.escapeIdentifier(table)}) found WHERE highest IS NOT NULL`);
  }
}
