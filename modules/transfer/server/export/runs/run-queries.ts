import { sql } from "kysely";
import type { PackedIds } from "#modules/members/server/public.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { EXPORT_RUN_STATES } from "../../../export-contract.ts";
import type { Row, RowChange } from "#platform/server/database/tables.ts";

/** A run without the long list of its members. */
export type RunRecord = Omit<Row<"export_run">, "tenant_id" | "member_ids">;

const columns = sql`r.id, r.target_id, r.target_name, r.format, r.state, r.done, r.total, r.count, r.new_count, r.changed_count, r.gone_count,
  r.as_of::text AS as_of, r.started_at, r.finished_at, r.actor_id, r.actor_name, r.scheduled, r.error, r.warnings, r.file_name, r.size::float8 AS size,
  r.sha256, r.blob_key, r.keep_until::text AS keep_until, r.delivered_to, r.protected_fields`;

export async function selectRun(tx: ReadTx, id: string): Promise<RunRecord | undefined> {
  const { rows } =
    await sql<RunRecord>`SELECT ${columns} FROM export_run r WHERE r.id = ${id}`.execute(sqlOf(tx));
  return rows[0];
}

interface RunSearch {
  target: string | undefined;
  state: (typeof EXPORT_RUN_STATES)[number] | undefined;
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

export async function searchRuns(
  tx: ReadTx,
  { target, state, dir, page, size }: RunSearch,
): Promise<{ records: RunRecord[]; total: number }> {
  const db = sqlOf(tx);
  const of = target === undefined ? sql`true` : sql`r.target_id = ${target}`;
  const being = state === undefined ? sql`true` : sql`r.state = ${state}`;
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<RunRecord>`
    SELECT ${columns} FROM export_run r WHERE ${of} AND ${being} ORDER BY r.started_at ${direction}, r.id ${direction} LIMIT ${size} OFFSET ${page * size}`.execute(
    db,
  );
  const counted = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total FROM export_run r WHERE ${of} AND ${being}`.execute(db);
  return { records: rows, total: counted.rows[0]?.total ?? 0 };
}

/** The latest run of each of these targets. */
export async function selectLastRuns(
  tx: ReadTx,
  targetIds: readonly string[],
): Promise<Map<string, RunRecord>> {
  const { rows } = await sql<RunRecord>`
    SELECT ${columns} FROM unnest(${targetIds}::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (SELECT * FROM export_run x WHERE x.target_id = wanted.id ORDER BY x.started_at DESC, x.id DESC LIMIT 1) r`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map((row) => [row.target_id ?? "", row]));
}

interface NewRun {
  id: string;
  target: { id: string; name: string; format: string };
  actor: { id: string; name: string } | { id: null; name: string };
  scheduled: boolean;
}

/** Queues a run; false when one of the target is on its way. */
export async function insertRun(
  tx: WriteTx,
  { id, target, actor, scheduled }: NewRun,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO export_run (id, target_id, target_name, format, actor_id, actor_name, scheduled)
    VALUES (${id}, ${target.id}, ${target.name}, ${target.format}, ${actor.id}, ${actor.name}, ${scheduled})
    ON CONFLICT (tenant_id, target_id) WHERE state IN ('QUEUED', 'RUNNING') DO NOTHING`.execute(
    sqlOf(tx),
  );
  return numAffectedRows === 1n;
}

/** Changes a run that has not ended yet; false when it has. */
export async function updateOpenRun(
  tx: WriteTx,
  id: string,
  values: Omit<RowChange<"export_run">, "member_ids">,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("export_run")
    .set(values)
    .where("id", "=", id)
    .where("state", "in", ["QUEUED", "RUNNING"])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Keeps the file with the run and remembers whose data is in it. */
export async function keepFile(
  tx: WriteTx,
  id: string,
  file: { name: string; blob: StoredBlob; days: number; members: PackedIds },
): Promise<void> {
  // As bytes: a literal of a hundred thousand ids takes many times their memory.
  await sql`
    UPDATE export_run SET file_name = ${file.name}, size = ${file.blob.size}, sha256 = ${file.blob.sha256}, blob_key = ${file.blob.key},
      keep_until = tenant_today() + ${file.days}::int,
      member_ids = ARRAY(SELECT encode(substring(${file.members.toBytes()}::bytea FROM n * 16 + 1 FOR 16), 'hex')::uuid FROM generate_series(0, ${file.members.length}::int - 1) AS n)
    WHERE id = ${id}`.execute(sqlOf(tx));
}

/** Gives up the files whose time is over; returns their keys. */
export async function dropExpiredFiles(tx: WriteTx): Promise<string[]> {
  return dropFiles(tx, sql`keep_until < tenant_today()`);
}

/** Gives up the files in which a member is. */
export async function dropFilesOfMember(tx: WriteTx, memberId: string): Promise<string[]> {
  return dropFiles(tx, sql`${memberId}::uuid = ANY(member_ids)`);
}

async function dropFiles(tx: WriteTx, condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    UPDATE export_run r SET blob_key = NULL, keep_until = NULL, member_ids = '{}'
    FROM (SELECT tenant_id, id, blob_key FROM export_run WHERE blob_key IS NOT NULL AND ${condition} FOR UPDATE) old
    WHERE r.tenant_id = old.tenant_id AND r.id = old.id RETURNING old.blob_key AS key`.execute(
    sqlOf(tx),
  );
  return rows.map(({ key }) => key);
}

/** Runs whose file holds a member, and runs that the member started. */
export async function selectRunsOfMember(
  tx: ReadTx,
  memberId: string,
): Promise<(RunRecord & { contains: boolean })[]> {
  const { rows } = await sql<RunRecord & { contains: boolean }>`
    SELECT ${columns}, ${memberId}::uuid = ANY(r.member_ids) AS contains FROM export_run r
    WHERE ${memberId}::uuid = ANY(r.member_ids) OR r.actor_id = ${memberId} ORDER BY r.started_at`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** Targets that run with a member's rights. */
export async function selectTargetsOwnedBy(
  tx: ReadTx,
  memberId: string,
): Promise<{ name: string; schedule: string | null }[]> {
  return sqlOf(tx)
    .selectFrom("export_target")
    .select(["name", "schedule"])
    .where("owner_id", "=", memberId)
    .orderBy("name")
    .execute();
}

/** Ends runs whose job is gone. */
export async function failLostRuns(tx: WriteTx, message: string): Promise<void> {
  await sql`
    UPDATE export_run SET state = 'FAILED', error = ${message}, finished_at = now()
    WHERE state IN ('QUEUED', 'RUNNING') AND started_at < now() - interval '1 day'`.execute(
    sqlOf(tx),
  );
}

/** Takes a person's name off the runs they started and the targets they set up. */
export async function eraseActor(tx: WriteTx, memberId: string, name: string): Promise<void> {
  const db = sqlOf(tx);
  await sql`UPDATE export_run SET actor_id = NULL, actor_name = ${name} WHERE actor_id = ${memberId}`.execute(
    db,
  );
  await sql`UPDATE export_target SET owner_id = NULL, owner_name = ${name} WHERE owner_id = ${memberId}`.execute(
    db,
  );
  await sql`DELETE FROM export_row WHERE member_id = ${memberId}`.execute(db);
}
