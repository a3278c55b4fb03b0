import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** What an earlier run wrote of these members. */
export async function selectChecksums(
  tx: ReadTx,
  runId: string,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sqlOf(tx)
    .selectFrom("export_row")
    .select(["member_id", "checksum"])
    .where("run_id", "=", runId)
    .where("member_id", "=", anyOf(memberIds))
    .execute();
  return new Map(rows.map(({ member_id, checksum }) => [member_id, checksum]));
}

export async function insertChecksums(
  tx: WriteTx,
  runId: string,
  rows: readonly { memberId: string; checksum: string }[],
): Promise<void> {
  const ids = rows.map(({ memberId }) => memberId);
  const checksums = rows.map(({ checksum }) => checksum);
  // Two arrays instead of JSON: there are as many as the club has members.
  const pairs = sql<Row<"export_row", "member_id" | "checksum">>`
    unnest(${ids}::uuid[], ${checksums}::text[])`.as<"row">(sql`row (member_id, checksum)`);
  await sqlOf(tx)
    .insertInto("export_row")
    .columns(["run_id", "member_id", "checksum"])
    .expression((eb) =>
      eb
        .selectFrom(pairs)
        .innerJoin("person as m", "m.id", "row.member_id")
        .select([eb.val(runId).as("run_id"), "row.member_id", "row.checksum"]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Members of an earlier run that are not in a later one: their ids one after the other. */
export async function selectGone(tx: ReadTx, earlier: string, later: string): Promise<Buffer> {
  const { packed } = await sqlOf(tx)
    .selectFrom("export_row as old")
    .select(({ ref }) => {
      const id = ref("old.member_id");
      return sql<Buffer | null>`string_agg(uuid_send(${id}), ''::bytea ORDER BY ${id})`.as(
        "packed",
      );
    })
    .where("old.run_id", "=", earlier)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("export_row as new")
            .select("new.member_id")
            .whereRef("new.tenant_id", "=", "old.tenant_id")
            .where("new.run_id", "=", later)
            .whereRef("new.member_id", "=", "old.member_id"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return packed ?? Buffer.alloc(0);
}

export async function deleteChecksums(tx: WriteTx, runId: string): Promise<void> {
  await sqlOf(tx).deleteFrom("export_row").where("run_id", "=", runId).execute();
}
