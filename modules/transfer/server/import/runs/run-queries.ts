import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { direction, now } from "#platform/server/database/expressions.ts";
import { type Paged, paged } from "#platform/server/database/paged.ts";
import type { NewRow, Row, RowChange } from "#platform/server/database/tables.ts";
import type { ImportState } from "../../../import-contract.ts";
import { RUN_COLUMNS, type RunRecord } from "./run-record.ts";

export async function selectRun(tx: ReadTx, id: string): Promise<RunRecord | undefined> {
  return run(tx, id).executeTakeFirst();
}

/** The run under a lock until the end of the transaction. */
export async function lockRun(tx: WriteTx, id: string): Promise<RunRecord | undefined> {
  return run(tx, id).forNoKeyUpdate().executeTakeFirst();
}

function run(tx: ReadTx, id: string) {
  return sqlOf(tx).selectFrom("import_run").select(RUN_COLUMNS).where("id", "=", id);
}

interface RunSearch {
  source?: string | undefined;
  state?: ImportState | undefined;
  page: number;
  size: number;
  dir: "ASC" | "DESC";
}

export async function selectRuns(
  tx: ReadTx,
  { source, state, dir, ...page }: RunSearch,
): Promise<Paged<RunRecord>> {
  let matching = sqlOf(tx).selectFrom("import_run");
  if (source !== undefined) matching = matching.where("source_id", "=", source);
  if (state !== undefined) matching = matching.where("state", "=", state);
  const rows = matching
    .select(RUN_COLUMNS)
    .orderBy("started_at", direction(dir))
    .orderBy("id", direction(dir));
  return paged(rows, page);
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
  return sqlOf(tx)
    .selectNoFrom([now.as("at"), sql<string>`pg_current_snapshot()::text`.as("snapshot")])
    .executeTakeFirstOrThrow();
}

export async function saveSnapshot(
  tx: WriteTx,
  id: string,
  { at, snapshot }: { at: Date; snapshot: string },
): Promise<void> {
  await sqlOf(tx)
    .updateTable("import_run")
    .set({ compared_at: at, compared_snapshot: snapshot })
    .where("id", "=", id)
    .execute();
}

/**
 * Whether a member, a membership or a group was changed since the run was compared: the history
 * knows all of them.
 */
export async function changedSinceComparison(tx: ReadTx, id: string): Promise<boolean> {
  const row = await sqlOf(tx)
    .selectFrom("import_run as r")
    .select("r.id")
    .where("r.id", "=", id)
    .where(({ eb, exists, not, or, selectFrom }) => {
      const changes = selectFrom("change_moment as c")
        .select("c.at")
        .where("c.at", ">", sql<Date>`${eb.ref("r.compared_at")} - interval '2 hours'`)
        .where("c.record_type", "<>", "LOGIN")
        .where((change) =>
          change.or([
            change("c.at", ">", change.ref("r.compared_at").$notNull()),
            change.not(
              change.fn<boolean>("pg_visible_in_snapshot", [
                "c.transaction_id",
                "r.compared_snapshot",
              ]),
            ),
          ]),
        );
      return not(or([eb("r.compared_at", "is", null), exists(changes)]));
    })
    .executeTakeFirst();
  return row === undefined;
}

/** Runs whose file and rows have been kept long enough. */
export async function selectOutdatedRuns(
  tx: ReadTx,
  days: number,
): Promise<Row<"import_run", "id" | "blob_key">[]> {
  return sqlOf(tx)
    .selectFrom("import_run as r")
    .select(["r.id", "r.blob_key"])
    .where(
      ({ fn }) => fn.coalesce("r.reverted_at", "r.applied_at", "r.finished_at", "r.started_at"),
      "<",
      sql<Date>`now() - ${days} * interval '1 day'`,
    )
    .where("r.state", "not in", ["PARSING", "APPLYING"])
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb("r.blob_key", "is not", null),
        exists(selectFrom("import_row as w").select("w.number").whereRef("w.run_id", "=", "r.id")),
      ]),
    )
    .orderBy("r.started_at")
    .limit(100)
    .execute();
}

const EXPIRED = "Die Vorschau wurde nicht übernommen und ist abgelaufen.";

/**
 * The file is gone; a preview that was not applied is over. Only times and counts stay, without
 * names of people.
 */
export async function expireRun(tx: WriteTx, id: string): Promise<void> {
  const db = sqlOf(tx);
  await db
    .updateTable("import_run")
    .set({ state: "FAILED", error: EXPIRED })
    .where("id", "=", id)
    .where("state", "=", "PREVIEW")
    .execute();
  await db
    .updateTable("import_run")
    .set(({ ref }) => ({
      blob_key: null,
      reverted: sql<Written<"reverted">>`jsonb_set(${ref("reverted")}, '{spared}', '[]')`,
    }))
    .where("id", "=", id)
    .execute();
}

type Written<Column extends keyof RowChange<"import_run">> = NonNullable<
  RowChange<"import_run">[Column]
>;
