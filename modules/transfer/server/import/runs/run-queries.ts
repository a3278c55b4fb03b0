import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { NewRow, Row, RowChange } from "#platform/server/database/tables.ts";
import type { ImportState } from "../../../import-contract.ts";

export type RunRecord = Omit<Row<"import_run">, "tenant_id" | "compared_at" | "compared_snapshot">;

export const runColumns = sql`
  r.id, r.source_id, r.source_name, r.state, r.stage, r.progress_done, r.progress_total, r.reading, r.rules, r.mapping_config_id,
  r.own_entries, r.entries, r.columns, r.detected, r.new_count, r.changed_count, r.same_count, r.ambiguous_count,
  r.faulty_count, r.missing_count, r.hint_count, r.scheduled, r.actor_id, r.actor_name, r.started_at, r.finished_at, r.applied_at,
  r.applied_by, r.applied_by_name, r.applied, r.reverted_at, r.reverted, r.error, r.file_name, r.file_size, r.blob_key`;

export async function selectRun(tx: ReadTx, id: string): Promise<RunRecord | undefined> {
  const { rows } =
    await sql<RunRecord>`SELECT ${runColumns} FROM import_run r WHERE r.id = ${id}`.execute(
      sqlOf(tx),
    );
  return rows[0];
}

/** The run under a lock until the end of the transaction. */
export async function lockRun(tx: WriteTx, id: string): Promise<RunRecord | undefined> {
  const { rows } =
    await sql<RunRecord>`SELECT ${runColumns} FROM import_run r WHERE r.id = ${id} FOR NO KEY UPDATE`.execute(
      sqlOf(tx),
    );
  return rows[0];
}

export async function selectRuns(
  tx: ReadTx,
  filter: {
    source?: string | undefined;
    state?: ImportState | undefined;
    page: number;
    size: number;
    dir: "ASC" | "DESC";
  },
): Promise<{ records: RunRecord[]; count: number }> {
  const direction = sql.raw(filter.dir);
  const found = sql`FROM import_run r WHERE (${filter.source ?? null}::uuid IS NULL OR r.source_id = ${filter.source ?? null}::uuid)
    AND (${filter.state ?? null}::text IS NULL OR r.state = ${filter.state ?? null})`;
  const { rows } = await sql<RunRecord>`
    SELECT ${runColumns} ${found} ORDER BY r.started_at ${direction}, r.id ${direction} LIMIT ${filter.size} OFFSET ${filter.page * filter.size}`.execute(
    sqlOf(tx),
  );
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${found}`.execute(
    sqlOf(tx),
  );
  return { records: rows, count: counted.rows[0]?.count ?? 0 };
}

export async function insertRun(tx: WriteTx, values: NewRow<"import_run">): Promise<void> {
  await sqlOf(tx).insertInto("import_run").values(values).execute();
}

/** Changes the run while it is in one of these states; false when it is in another by now. */
export async function updateRun(
  tx: WriteTx,
  id: string,
  states: readonly ImportState[],
  values: RowChange<"import_run">,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("import_run")
    .set(values)
    .where("id", "=", id)
    .where("state", "in", states)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Shows how far it is, unless another reading of the same run has begun. */
export async function saveProgress(
  tx: WriteTx,
  id: string,
  reading: number,
  values: RowChange<"import_run">,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("import_run")
    .set(values)
    .where("id", "=", id)
    .where("reading", "=", reading)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteRunRow(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("import_run").where("id", "=", id).execute();
}

/** One import of a club is applied or taken back at a time. */
export async function lockApplying(tx: WriteTx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('import ' || ${tx.tenantId}, 0))`.execute(
    sqlOf(tx),
  );
}

/** What the comparison is about to see, so that later changes are noticed. */
export async function noteSnapshot(tx: WriteTx): Promise<{ at: Date; snapshot: string }> {
  const { rows } = await sql<{
    at: Date;
    snapshot: string;
  }>`SELECT now() AS at, pg_current_snapshot()::text AS snapshot`.execute(sqlOf(tx));
  const [noted] = rows;
  if (noted === undefined) throw new Error("the database told no snapshot");
  return noted;
}

export async function saveSnapshot(
  tx: WriteTx,
  id: string,
  { at, snapshot }: { at: Date; snapshot: string },
): Promise<void> {
  await sql`UPDATE import_run SET compared_at = ${at}, compared_snapshot = ${snapshot}::pg_snapshot WHERE id = ${id}`.execute(
    sqlOf(tx),
  );
}

/**
 * Whether a member, a membership or a group was changed since the run was compared: the history
 * knows all of them.
 */
export async function changedSinceComparison(tx: ReadTx, id: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    SELECT r.compared_at IS NULL OR EXISTS (
      SELECT FROM change c WHERE c.at > r.compared_at - interval '2 hours' AND c.record_type <> 'LOGIN'
        AND (c.at > r.compared_at OR NOT pg_visible_in_snapshot(c.transaction_id, r.compared_snapshot))
    ) AS changed FROM import_run r WHERE r.id = ${id}`.execute(sqlOf(tx));
  return rows[0]?.changed ?? true;
}

/** Runs whose file and rows have been kept long enough. */
export async function selectOutdatedRuns(
  tx: ReadTx,
  days: number,
): Promise<{ id: string; blob_key: string | null }[]> {
  const { rows } = await sql<{ id: string; blob_key: string | null }>`
    SELECT r.id, r.blob_key FROM import_run r
    WHERE coalesce(r.reverted_at, r.applied_at, r.finished_at, r.started_at) < now() - ${days} * interval '1 day'
      AND r.state NOT IN ('PARSING', 'APPLYING')
      AND (r.blob_key IS NOT NULL OR EXISTS (SELECT FROM import_row w WHERE w.run_id = r.id))
    ORDER BY r.started_at LIMIT 100`.execute(sqlOf(tx));
  return rows;
}

/**
 * The file is gone; a preview that nobody applied is over. Only times and counts stay, without
 * names of people.
 */
export async function expireRun(tx: WriteTx, id: string): Promise<void> {
  await sql`
    UPDATE import_run SET blob_key = NULL, reverted = jsonb_set(reverted, '{spared}', '[]'),
      error = CASE WHEN state = 'PREVIEW' THEN 'Die Vorschau wurde nicht übernommen und ist abgelaufen.' ELSE error END,
      state = CASE WHEN state = 'PREVIEW' THEN 'FAILED' ELSE state END
    WHERE id = ${id}`.execute(sqlOf(tx));
}
