import { type ExpressionBuilder, type SqlBool, type Expression, sql } from "kysely";
import type { PackedIds } from "#modules/members/server/public.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { direction, now } from "#platform/server/database/expressions.ts";
import { type Paged, paged } from "#platform/server/database/paged.ts";
import type { NewRow, Row, RowChange, Tables } from "#platform/server/database/tables.ts";
import { RUN_COLUMNS, type RunRecord } from "./run-record.ts";

export async function selectRun(tx: ReadTx, id: string): Promise<RunRecord | undefined> {
  return sqlOf(tx)
    .selectFrom("export_run as r")
    .select(RUN_COLUMNS)
    .where("r.id", "=", id)
    .executeTakeFirst();
}

interface RunSearch {
  target: string | undefined;
  state: Row<"export_run">["state"] | undefined;
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

export async function searchRuns(
  tx: ReadTx,
  { target, state, dir, ...page }: RunSearch,
): Promise<Paged<RunRecord>> {
  let matching = sqlOf(tx).selectFrom("export_run as r");
  if (target !== undefined) matching = matching.where("r.target_id", "=", target);
  if (state !== undefined) matching = matching.where("r.state", "=", state);
  const rows = matching
    .select(RUN_COLUMNS)
    .orderBy("r.started_at", direction(dir))
    .orderBy("r.id", direction(dir));
  return paged(rows, page);
}

/** The latest run of each of these targets. */
export async function selectLastRuns(
  tx: ReadTx,
  targetIds: readonly string[],
): Promise<Map<string, RunRecord>> {
  const wanted = sql<{ id: string }>`unnest(${targetIds}::uuid[])`;
  const rows = await sqlOf(tx)
    .selectFrom(wanted.as<"wanted">(sql`wanted (id)`))
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom("export_run as x")
        .selectAll("x")
        .whereRef("x.target_id", "=", "wanted.id")
        .orderBy("x.started_at", "desc")
        .orderBy("x.id", "desc")
        .limit(1)
        .as("r"),
    )
    .select(RUN_COLUMNS)
    .execute();
  return new Map(rows.map((row) => [row.target_id ?? "", row]));
}

interface NewRun {
  id: string;
  target: { id: string; name: string; format: NewRow<"export_run">["format"] };
  actor: { id: string; name: string } | { id: null; name: string };
  scheduled: boolean;
}

/** Queues a run; false when one of the target is on its way. */
export async function insertRun(
  tx: WriteTx,
  { id, target, actor, scheduled }: NewRun,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sqlOf(tx)
    .insertInto("export_run")
    .values({
      id,
      target_id: target.id,
      target_name: target.name,
      format: target.format,
      actor_id: actor.id,
      actor_name: actor.name,
      scheduled,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "target_id"])
        .where(sql<boolean>`state IN ('QUEUED', 'RUNNING')`)
        .doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes a run that has not ended yet; false when it has. */
export async function updateOpenRun(
  tx: WriteTx,
  id: string,
  values: Omit<RowChange<"export_run">, "member_ids">,
): Promise<boolean> {
  const { numUpdatedRows } = await openRuns(tx).set(values).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends runs whose job is gone. */
export async function failLostRuns(tx: WriteTx, message: string): Promise<void> {
  await openRuns(tx)
    .set({ state: "FAILED", error: message, finished_at: now })
    .where("started_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}

function openRuns(tx: WriteTx) {
  return sqlOf(tx).updateTable("export_run").where("state", "in", ["QUEUED", "RUNNING"]);
}

/** Keeps the file with the run and remembers whose data is in it. */
export async function keepFile(
  tx: WriteTx,
  id: string,
  {
    name,
    blob,
    days,
    members,
  }: { name: string; blob: StoredBlob; days: number; members: PackedIds },
): Promise<void> {
  // As bytes: a literal of a hundred thousand ids takes many times their memory.
  const ids = sql<string[]>`ARRAY(
    SELECT encode(substring(${members.toBytes()}::bytea FROM n * 16 + 1 FOR 16), 'hex')::uuid
    FROM generate_series(0, ${members.length}::int - 1) AS n)`;
  await sqlOf(tx)
    .updateTable("export_run")
    .set({
      file_name: name,
      size: blob.size,
      sha256: blob.sha256,
      blob_key: blob.key,
      keep_until: sql<string>`tenant_today() + ${days}::int`,
      member_ids: ids,
    })
    .where("id", "=", id)
    .execute();
}

/** Gives up the files whose time is over; returns their keys. */
export async function dropExpiredFiles(tx: WriteTx): Promise<string[]> {
  return dropFiles(tx, (eb) => eb("keep_until", "<", eb.fn<string>("tenant_today")));
}

/** Gives up the files in which a member is. */
export async function dropFilesOfMember(tx: WriteTx, memberId: string): Promise<string[]> {
  return dropFiles(tx, (eb) => eb(eb.val(memberId), "=", eb.fn.any("member_ids")));
}

async function dropFiles(
  tx: WriteTx,
  condition: (eb: ExpressionBuilder<Tables, "export_run">) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await sqlOf(tx)
    .updateTable("export_run as r")
    .from(({ selectFrom }) =>
      selectFrom("export_run")
        .select(["tenant_id", "id", "blob_key"])
        .where("blob_key", "is not", null)
        .where(condition)
        .$narrowType<{ blob_key: string }>()
        .forUpdate()
        .as("old"),
    )
    .set({ blob_key: null, keep_until: null, member_ids: [] })
    .whereRef("r.tenant_id", "=", "old.tenant_id")
    .whereRef("r.id", "=", "old.id")
    .returning("old.blob_key as key")
    .execute();
  return rows.map(({ key }) => key);
}
