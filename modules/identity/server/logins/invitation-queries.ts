import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/** After so many days a person who has not come in is reminded, once. */
export const REMINDED_AFTER_DAYS = 7;
/** A reminder that could not go out by then, because the club was suspended, is no help any more. */
const LATE_AFTER_DAYS = 14;

const today = sql<string>`tenant_today()`;

/** Returns whether the person belongs to the club, and when a log-in was last offered to them. */
export function selectInvitee(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("person")
    .leftJoin("login", "login.member_id", "person.id")
    .select(["person.belongs", "person.email", "login.state", "login.invited_at as invitedAt"])
    .where("person.id", "=", memberId)
    .executeTakeFirst();
}

/** Notes that the log-in is offered now; whoever is to be reminded is so a week later. */
export async function noteInvited(tx: WriteTx, loginId: string, reminds: boolean): Promise<void> {
  await sqlOf(tx)
    .updateTable("login")
    .set({
      invited_at: new Date(),
      invitation_reminder_on: reminds ? sql<string>`${today} + ${REMINDED_AFTER_DAYS}::int` : null,
    })
    .where("id", "=", loginId)
    .execute();
}

/** Returns whose reminder is due: invited, not yet in, and still of the club. */
export async function selectDueReminders(tx: ReadTx): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("login")
    .innerJoin("person", "person.id", "login.member_id")
    .select("login.member_id")
    .where("login.state", "=", "INVITED")
    .where("person.belongs", "=", true)
    .where("login.invitation_reminder_on", "<=", today)
    .where("login.invitation_reminder_on", ">", sql<string>`${today} - ${LATE_AFTER_DAYS}::int`)
    .orderBy("login.id")
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Takes the reminder of a person; false where another run has, or they have come in meanwhile. */
export async function takeReminder(tx: WriteTx, memberId: string): Promise<boolean> {
  const taken = await sqlOf(tx)
    .updateTable("login")
    .set({ invitation_reminder_on: null })
    .where("member_id", "=", memberId)
    .where("state", "=", "INVITED")
    .where("invitation_reminder_on", "<=", today)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}
