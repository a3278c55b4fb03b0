import { type InferResult, sql } from "kysely";
import { type UpdatedBy, updatedBy } from "./author-queries.ts";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import { WRITTEN_ASSIGNMENTS, WRITTEN_TYPES } from "./field-columns-queries.ts";
import type { NewMember } from "./queries.ts";

function membersBefore(tx: WriteTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("member")
    .select([
      "id",
      "version",
      "member_number as memberNumber",
      "email",
      "first_name as firstname",
      "last_name as lastname",
      "left_on as leftOn",
      "deceased_on as deceasedOn",
      sql<boolean>`deleted_at IS NOT NULL`.as("inTrash"),
    ])
    .where("id", "=", anyOf(ids))
    .where("anonymised_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate();
}

export type MemberBefore = InferResult<ReturnType<typeof membersBefore>>[number];

/** Keeps others from changing these members until the end of the transaction. */
export async function lockMembers(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sqlOf(tx)
    .selectFrom("member")
    .select("id")
    .where("id", "=", anyOf(ids))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/**
 * What rules ask about members before they change, under a lock until the end of the transaction;
 * by id.
 */
export async function selectMembersBefore(
  tx: WriteTx,
  ids: readonly string[],
): Promise<Map<string, MemberBefore>> {
  return new Map((await membersBefore(tx, ids).execute()).map((row) => [row.id, row]));
}

/** Replaces the writable columns of many rows by one statement. */
export async function updateMemberRows(
  tx: WriteTx,
  rows: readonly Omit<NewMember, keyof UpdatedBy>[],
): Promise<void> {
  const by = updatedBy(tx);
  await sql`
    UPDATE member m SET ${sql.raw(WRITTEN_ASSIGNMENTS)}, updated_at = now(),
      updated_by_id = ${by.updated_by_id}::uuid, updated_by_system = ${by.updated_by_system}::text,
      version = m.version + 1
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (id uuid, ${sql.raw(WRITTEN_TYPES)})
    WHERE m.id = row.id`.execute(sqlOf(tx));
}
