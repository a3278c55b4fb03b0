import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, recordset } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { belongsToClub } from "#modules/members/server/public.ts";
import type { NotifiedState } from "../invitation-record.ts";

/** Somebody to be invited: a member or a guest. */
export type Invitee = Row<"invitation", "user_id" | "guest_name" | "guest_email">;

/**
 * Those of the ids that are members today: neither left nor dead nor in the trash. `unknown` were
 * never members of this club, or are gone.
 */
export async function selectInvitable(
  tx: ReadTx,
  ids: readonly string[],
): Promise<{ invitable: string[]; unknown: string[] }> {
  const rows = await sqlOf(tx)
    .selectFrom("member as m")
    .select(({ table }) => ["m.id", belongsToClub(table("m")).as("invitable")])
    .where("m.id", "=", anyOf(ids))
    .where("m.deleted_at", "is", null)
    .where("m.anonymised_at", "is", null)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return {
    invitable: rows.filter(({ invitable }) => invitable).map(({ id }) => id),
    unknown: ids.filter((id) => !known.has(id)),
  };
}

/** Members of these groups today, each once. */
export async function selectMembersOfGroups(
  tx: ReadTx,
  groupIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT m.id FROM membership ms JOIN member m ON m.tenant_id = ms.tenant_id AND m.id = ms.member_id, tenant_today() AS day
    WHERE ms.group_id = ANY(${groupIds}::uuid[]) AND (ms.from_on IS NULL OR ms.from_on <= day) AND (ms.to_on IS NULL OR ms.to_on >= day) AND belongs_to_club(m, day)`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}

export type NewInvitation = Invitee & Row<"invitation", "id" | "public_id">;

/** Adds those who are not invited yet; returns the ids added. */
export async function insertInvitations(
  tx: WriteTx,
  eventId: string,
  invitees: readonly NewInvitation[],
  notified: NotifiedState,
): Promise<string[]> {
  const rows = invitees.map((invitee) => ({
    ...invitee,
    event_id: eventId,
    notified_state: notified,
  }));
  const columns = [
    "id",
    "event_id",
    "user_id",
    "guest_name",
    "guest_email",
    "public_id",
    "notified_state",
  ] as const;
  const db = sqlOf(tx);
  const inserted = await db
    .insertInto("invitation")
    .columns(columns)
    .expression(db.selectFrom(recordset("invitation", rows).as("row")).select(columns))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.map(({ id }) => id);
}
