import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

/**
 * Invitations to coming events of people who left the club, died or were removed; of one member, or
 * of all.
 */
export function selectInvitationsOfGone(
  tx: ReadTx,
  memberId?: string,
): Promise<Row<"invitation", "id" | "event_id">[]> {
  return sqlOf(tx)
    .selectFrom("invitation as i")
    .innerJoin("event as e", (join) =>
      join.onRef("e.tenant_id", "=", "i.tenant_id").onRef("e.id", "=", "i.event_id"),
    )
    .innerJoin("person as m", (join) =>
      join.onRef("m.tenant_id", "=", "i.tenant_id").onRef("m.id", "=", "i.user_id"),
    )
    .select(["i.id", "i.event_id"])
    .where("e.starts_at", ">", now)
    .where("m.belongs", "=", false)
    .$if(memberId !== undefined, (query) => query.where("i.user_id", "=", memberId ?? null))
    .orderBy("i.event_id")
    .execute();
}

/** Guests of events that ended before this many days lose name, address and comment. */
export async function eraseGuestsOfPast(tx: WriteTx, days: number): Promise<void> {
  await sqlOf(tx)
    .updateTable("invitation as i")
    .from("event as e")
    .set({ guest_name: "Gast", guest_email: null, comment: null })
    .whereRef("e.id", "=", "i.event_id")
    .where("i.guest_email", "is not", null)
    .where("e.ends_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
