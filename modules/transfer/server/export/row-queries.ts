import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** What an earlier run wrote of these members. */
export async function selectChecksums(
  tx: ReadTx,
  runId: string,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ member_id: string; checksum: string }>`
    SELECT member_id, checksum FROM export_row WHERE run_id = ${runId} AND member_id = ANY(${memberIds}::uuid[])`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map(({ member_id, checksum }) => [member_id, checksum]));
}

export async function insertChecksums(
  tx: WriteTx,
  runId: string,
  rows: readonly { memberId: string; checksum: string }[],
): Promise<void> {
  await sql`
    INSERT INTO export_row (run_id, member_id, checksum)
    SELECT ${runId}, row.member_id, row.checksum
    FROM unnest(${rows.map(({ memberId }) => memberId)}::uuid[], ${rows.map(({ checksum }) => checksum)}::text[]) AS row (member_id, checksum)
    JOIN member m ON m.id = row.member_id
    ON CONFLICT DO NOTHING`.execute(sqlOf(tx));
}

/** Members of an earlier run that are not in a later one: their ids one after the other. */
export async function selectGone(tx: ReadTx, earlier: string, later: string): Promise<Buffer> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(uuid_send(old.member_id), ''::bytea ORDER BY old.member_id) AS packed FROM export_row old WHERE old.run_id = ${earlier}
      AND NOT EXISTS (SELECT FROM export_row new WHERE new.tenant_id = old.tenant_id AND new.run_id = ${later} AND new.member_id = old.member_id)`.execute(
    sqlOf(tx),
  );
  return rows[0]?.packed ?? Buffer.alloc(0);
}

export async function deleteChecksums(tx: WriteTx, runId: string): Promise<void> {
  await sql`DELETE FROM export_row WHERE run_id = ${runId}`.execute(sqlOf(tx));
}
