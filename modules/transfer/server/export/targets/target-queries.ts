import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { containing, direction, nextVersion } from "#platform/server/database/expressions.ts";
import { type Paged, paged } from "#platform/server/database/paged.ts";
import type { Filled, NewRow, Row } from "#platform/server/database/tables.ts";

export type TargetRecord = Omit<Row<"export_target">, "tenant_id" | "created_at">;
export type TargetValues = Omit<NewRow<"export_target">, "id" | "version" | "baseline_run_id">;

const COLUMNS = [
  "t.id",
  "t.name",
  "t.format",
  "t.options",
  "t.mapping_config_id",
  "t.filter",
  "t.view_id",
  "t.sort",
  "t.dir",
  "t.as_of",
  "t.file_name",
  "t.destination",
  "t.secret",
  "t.schedule",
  "t.next_run_at",
  "t.only_changes",
  "t.baseline_run_id",
  "t.keep_days",
  "t.owner_id",
  "t.owner_name",
  "t.allows_protected",
  "t.version",
] as const;

export async function selectTarget(tx: ReadTx, id: string): Promise<TargetRecord | undefined> {
  return target(tx, id).executeTakeFirst();
}

/** The target under a lock, so that of two that come at once one waits. */
export async function lockTarget(tx: WriteTx, id: string): Promise<TargetRecord | undefined> {
  return target(tx, id).forUpdate().executeTakeFirst();
}

function target(tx: ReadTx, id: string) {
  return sqlOf(tx).selectFrom("export_target as t").select(COLUMNS).where("t.id", "=", id);
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
  { q, sort, dir, ...page }: TargetSearch,
): Promise<Paged<TargetRecord>> {
  let matching = sqlOf(tx).selectFrom("export_target as t");
  if (q !== undefined)
    matching = matching.where(({ eb, ref }) =>
      eb(sql<string>`${ref("t.name")} COLLATE "default"`, "ilike", containing(q)),
    );
  const order = direction(dir);
  const sorted =
    sort === "name"
      ? matching.orderBy("t.name", order)
      : matching.orderBy(
          ({ selectFrom }) =>
            selectFrom("export_run as r")
              .select(({ fn }) => fn.max("r.started_at").as("last"))
              .whereRef("r.tenant_id", "=", "t.tenant_id")
              .whereRef("r.target_id", "=", "t.id"),
          (last) => last[order]().nullsLast(),
        );
  return paged(sorted.select(COLUMNS).orderBy("t.id"), page);
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
    .set({ ...values, version: nextVersion })
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
): Promise<Filled<Row<"export_target", "id" | "next_run_at">, "next_run_at">[]> {
  return sqlOf(tx)
    .selectFrom("export_target")
    .select(["id", "next_run_at"])
    .where("next_run_at", "is not", null)
    .$narrowType<{ next_run_at: Date }>()
    .execute();
}
