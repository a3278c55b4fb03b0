import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { RowKind } from "../../../import-contract.ts";
import { type Part, type RowRecord, selectParts } from "../compare/row-queries.ts";

/** Of a row as much as writing it needs. */
export type RowToWrite = Pick<
  RowRecord,
  "number" | "member_id" | "member_version" | "changes" | "join_groups"
>;

const written = (runId: string, kind: RowKind) =>
  sql`run_id = ${runId} AND kind = ${kind} AND decision IS DISTINCT FROM 'SKIP'`;

/** The rows of a kind that are to be written, cut into parts of `size`. */
export async function selectPartsToWrite(
  tx: ReadTx,
  runId: string,
  kind: RowKind,
  size: number,
): Promise<Part[]> {
  return selectParts(tx, written(runId, kind), size);
}

export async function selectRowsToWrite(
  tx: ReadTx,
  runId: string,
  kind: RowKind,
  { first, last }: Part,
): Promise<RowToWrite[]> {
  const { rows } = await sql<RowToWrite>`
    SELECT number, member_id, member_version, changes, join_groups FROM import_row
    WHERE ${written(runId, kind)} AND number BETWEEN ${first} AND ${last} ORDER BY number`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** Member numbers that new rows bring, in order; null for each row that brings none. */
export async function selectNumbersToGive(tx: ReadTx, runId: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ number: string | null }>`
    SELECT nullif(btrim(changes -> 'memberNumber' ->> 'new'), '') AS number FROM import_row
    WHERE ${written(runId, "NEW")} AND member_version IS NULL ORDER BY import_row.number`.execute(
    sqlOf(tx),
  );
  return rows.map(({ number }) => number);
}

/**
 * Everything that applying would do, as one number: tells whether a new comparison came to another
 * result.
 */
export async function fingerprintOfOutcome(tx: ReadTx, runId: string): Promise<string> {
  const { rows } = await sql<{ sum: string | null }>`
    SELECT md5(string_agg(md5(concat_ws('|', number, kind, CASE WHEN member_version IS NOT NULL THEN member_id END, changes::text, join_groups::text, decision)), '' ORDER BY number)) AS sum
    FROM import_row WHERE run_id = ${runId} AND kind IN ('NEW', 'CHANGED', 'MISSING')`.execute(
    sqlOf(tx),
  );
  return rows[0]?.sum ?? "";
}

/** Members that new rows became, where the comparison did not name them yet. */
export async function saveCreatedMembers(
  tx: WriteTx,
  runId: string,
  created: readonly { number: number; id: string }[],
): Promise<void> {
  if (created.length === 0) return;
  await sql`
    UPDATE import_row r SET member_id = c.id FROM jsonb_to_recordset(${JSON.stringify(created)}::jsonb) AS c (number int, id uuid)
    WHERE r.run_id = ${runId} AND r.number = c.number`.execute(sqlOf(tx));
}
