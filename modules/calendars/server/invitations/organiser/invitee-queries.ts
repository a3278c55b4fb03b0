import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, recordset } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { NotifiedState } from "../invitation-record.ts";

/** A person to be invited: a member or a guest. */
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
    .selectFrom("person as m")
    .select(["m.id", "m.belongs"])
    .where("m.id", "=", anyOf(ids))
    .where("m.deleted_at", "is", null)
    .where("m.anonymised_at", "is", null)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return {
    invitable: rows.filter(({ belongs }) => belongs).map(({ id }) => id),
    unknown: ids.filter((id) => !known.has(id)),
  };
}

/** Members of these groups today, each once. */
export async function selectMembersOfGroups(
  tx: ReadTx,
  groupIds: readonly string[],
): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("group_member as ms")
    .innerJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "ms.tenant_id").onRef("m.id", "=", "ms.member_id"),
    )
    .select("m.id")
    .distinct()
    .where("ms.group_id", "=", anyOf(groupIds))
    .where("ms.is_current", "=", true)
    .where("m.belongs", "=", true)
    .execute();
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

/** Returns whether somebody is invited to an event or a series of one of these calendars. */
export async function isInvitedIn(
  tx: ReadTx,
  memberId: string,
  calendarIds: readonly string[],
): Promise<boolean> {
  const invited = sqlOf(tx)
    .selectFrom("invitation as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    )
    .select("e.id")
    .where("i.user_id", "=", memberId)
    .where("e.calendar_id", "=", anyOf(calendarIds));
  const onList = sqlOf(tx)
    .selectFrom("series_invitee as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.series_id"),
    )
    .select("e.id")
    .where("i.user_id", "=", memberId)
    .where("e.calendar_id", "=", anyOf(calendarIds));
  return (await invited.unionAll(onList).limit(1).executeTakeFirst()) !== undefined;
}
