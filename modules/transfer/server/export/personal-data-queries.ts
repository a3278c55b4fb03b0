import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { RUN_COLUMNS, type RunRecord } from "./runs/run-record.ts";

/** Runs whose file holds a member, and runs that the member started. */
export async function selectRunsOfMember(
  tx: ReadTx,
  memberId: string,
): Promise<(RunRecord & { contains: boolean })[]> {
  return sqlOf(tx)
    .selectFrom("export_run as r")
    .select(RUN_COLUMNS)
    .select(({ ref }) =>
      sql<boolean>`${memberId}::uuid = ANY(${ref("r.member_ids")})`.as("contains"),
    )
    .where(({ eb, fn, or, val }) =>
      or([eb(val(memberId), "=", fn.any("r.member_ids")), eb("r.actor_id", "=", memberId)]),
    )
    .orderBy("r.started_at")
    .execute();
}

/** Targets that run with a member's rights. */
export async function selectTargetsOwnedBy(
  tx: ReadTx,
  memberId: string,
): Promise<Row<"export_target", "name" | "schedule">[]> {
  return sqlOf(tx)
    .selectFrom("export_target")
    .select(["name", "schedule"])
    .where("owner_id", "=", memberId)
    .orderBy("name")
    .execute();
}

/** Takes a person's name off the runs they started and the targets they set up. */
export async function eraseActor(tx: WriteTx, memberId: string, name: string): Promise<void> {
  const db = sqlOf(tx);
  await db
    .updateTable("export_run")
    .set({ actor_id: null, actor_name: name })
    .where("actor_id", "=", memberId)
    .execute();
  await db
    .updateTable("export_target")
    .set({ owner_id: null, owner_name: name })
    .where("owner_id", "=", memberId)
    .execute();
  await db.deleteFrom("export_row").where("member_id", "=", memberId).execute();
}
