import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { NewRow, Row } from "#platform/server/database/tables.ts";

export type TargetRecord = Omit<Row<"export_target">, "tenant_id" | "created_at">;
export type TargetValues = Omit<NewRow<"export_target">, "id" | "version" | "baseline_run_id">;

const columns = sql`t.id, t.name, t.format, t.options, t.mapping_config_id, t.filter, t.view_id, t.sort, t.dir, t.as_of::text AS as_of, t.file_name,
  t.destination, t.secret, t.schedule, t.next_run_at, t.only_changes, t.baseline_run_id, t.keep_days, t.owner_id, t.owner_name, t.allows_protected, t.version`;

export async function selectTarget(tx: ReadTx, id: string): Promise<TargetRecord | undefined> {
  const { rows } =
    await sql<TargetRecord>`SELECT ${columns} FROM export_target t WHERE t.id = ${id}`.execute(
      sqlOf(tx),
    );
  return rows[0];
}

/** The target under a lock, so that of two that come at once one waits. */
export async function lockTarget(tx: WriteTx, id: string): Promise<TargetRecord | undefined> {
  const { rows } =
    await sql<TargetRecord>`SELECT ${columns} FROM export_target t WHERE t.id = ${id} FOR UPDATE`.execute(
      sqlOf(tx),
    );
  return rows[0];
}

interface TargetSearch {
  q: string | undefined;
  sort: "name" | "lastRun";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

export async function searchTargets(
  tx: ReadTx,
  { q, sort, dir, page, size }: TargetSearch,
): Promise<{ records: TargetRecord[]; total: number }> {
  const db = sqlOf(tx);
  const named =
    q === undefined
      ? sql`true`
      : sql`t.name COLLATE "default" ILIKE ${`%${q.replace(/[\\%_]/g, "\\$&")}%`}`;
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const order =
    sort === "name"
      ? sql`t.name ${direction}, t.id`
      : sql`(SELECT max(r.started_at) FROM export_run r WHERE r.tenant_id = t.tenant_id AND r.target_id = t.id) ${direction} NULLS LAST, t.id`;
  const { rows } =
    await sql<TargetRecord>`SELECT ${columns} FROM export_target t WHERE ${named} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`.execute(
      db,
    );
  const counted = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total FROM export_target t WHERE ${named}`.execute(db);
  return { records: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function insertTarget(tx: WriteTx, id: string, values: TargetValues): Promise<void> {
  await sqlOf(tx)
    .insertInto("export_target")
    .values({ id, ...values, baseline_run_id: null })
    .execute();
}

/** Changes the target when `version` is still the one in the database. */
export async function updateTargetRow(
  tx: WriteTx,
  id: string,
  version: number,
  values: TargetValues,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("export_target")
    .set({ ...values, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteTargetRow(tx: WriteTx, id: string): Promise<boolean> {
  const result = await sqlOf(tx)
    .deleteFrom("export_target")
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Takes a scheduled time: true for the one who comes first. */
export async function takeTime(
  tx: WriteTx,
  id: string,
  at: Date,
  next: Date | null,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("export_target")
    .set({ next_run_at: next, ...(next === null ? { schedule: null } : {}) })
    .where("id", "=", id)
    .where("next_run_at", "=", at)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function setBaseline(tx: WriteTx, id: string, runId: string): Promise<void> {
  await sqlOf(tx)
    .updateTable("export_target")
    .set({ baseline_run_id: runId })
    .where("id", "=", id)
    .execute();
}

export async function selectScheduledTargets(
  tx: ReadTx,
): Promise<{ id: string; next_run_at: Date }[]> {
  const { rows } = await sql<{
    id: string;
    next_run_at: Date;
  }>`SELECT id, next_run_at FROM export_target WHERE next_run_at IS NOT NULL`.execute(sqlOf(tx));
  return rows;
}
