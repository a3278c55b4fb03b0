import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/* Table keycloak_ended_session: log-ins that the Keycloak has told us are over. */

/** Notes that a log-in is over; a second time nothing happens. */
export async function noteEndedSession(tx: WriteTx, sessionId: string): Promise<void> {
  await sqlOf(tx)
    .insertInto("keycloak_ended_session")
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isEndedSession(tx: ReadTx, sessionId: string): Promise<boolean> {
  const row = await sqlOf(tx)
    .selectFrom("keycloak_ended_session")
    .select("session_id")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets those of which no token can be left. */
export async function deleteOldEndedSessions(tx: WriteTx): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("keycloak_ended_session")
    .where("ended_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}
