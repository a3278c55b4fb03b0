import { sql } from "kysely";
import { type UpdatedBy, updatedBy } from "./author-queries.ts";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { WRITTEN_ASSIGNMENTS, WRITTEN_TYPES } from "./field-columns-queries.ts";
import type { NewMember } from "./queries.ts";

export interface MemberBefore {
  id: string;
  version: number;
  memberNumber: string;
  email: string | null;
  leftOn: string | null;
  deceasedOn: string | null;
  inTrash: boolean;
}

/**
 * What rules ask about members before they change, under a lock until the end of the transaction;
 * by id.
 */
export async function selectMembersBefore(
  tx: WriteTx,
  ids: readonly string[],
): Promise<Map<string, MemberBefore>> {
  const { rows } = await sql<MemberBefore>`
    SELECT id, version, member_number AS "memberNumber", email, left_on::text AS "leftOn",
      deceased_on::text AS "deceasedOn", deleted_at IS NOT NULL AS "inTrash"
    FROM member WHERE id = ANY(${ids}::uuid[]) AND anonymised_at IS NULL ORDER BY id FOR NO KEY UPDATE`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map((row) => [row.id, row]));
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
