import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, now } from "#platform/server/database/expressions.ts";

function sessions(tx: ReadTx, loginId: string) {
  return sqlOf(tx)
    .selectFrom("oidc_record as session")
    .select([
      sql<string>`session.session_uid`.as("uid"),
      "session.user_agent as userAgent",
      sql<Date>`to_timestamp((session.payload->>'loginTs')::bigint)`.as("startedAt"),
      sql<Date>`(SELECT max(seen.updated_at) FROM oidc_record seen
        WHERE seen.tenant_id = session.tenant_id
          AND seen.session_uid = session.session_uid)`.as("lastSeenAt"),
    ])
    .where("session.model", "=", "Session")
    .where("session.login_id", "=", loginId)
    .where("session.expires_at", ">", now)
    .orderBy("lastSeenAt", "desc")
    .limit(100);
}

export type SessionRow = InferResult<ReturnType<typeof sessions>>[number];

/** Returns the running sessions of a login, the last used first. */
export function listSessions(tx: ReadTx, loginId: string): Promise<SessionRow[]> {
  return sessions(tx, loginId).execute();
}

export async function sessionExists(tx: ReadTx, loginId: string, uid: string): Promise<boolean> {
  const row = await sqlOf(tx)
    .selectFrom("oidc_record")
    .select("id_hash")
    .where("model", "=", "Session")
    .where("session_uid", "=", uid)
    .where("login_id", "=", loginId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends one session with its codes and refresh tokens; returns false when the login has none such. */
export async function deleteSession(tx: WriteTx, loginId: string, uid: string): Promise<boolean> {
  const deleted = await sqlOf(tx)
    .deleteFrom("oidc_record")
    .where("login_id", "=", loginId)
    .where("session_uid", "=", uid)
    .execute();
  return deleted.some(({ numDeletedRows }) => numDeletedRows > 0n);
}

/** Ends every session of these logins, and with them their codes, refresh tokens and grants. */
export async function deleteSessionsOfLogins(
  tx: WriteTx,
  loginIds: readonly string[],
): Promise<void> {
  await sqlOf(tx).deleteFrom("oidc_record").where("login_id", "=", anyOf(loginIds)).execute();
}

/** Ends every session of a login but this one, which needs its grant further on. */
export async function deleteOtherSessions(
  tx: WriteTx,
  loginId: string,
  keptSessionUid: string,
): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("oidc_record")
    .where("login_id", "=", loginId)
    .where("session_uid", "is distinct from", keptSessionUid)
    .where("model", "<>", "Grant")
    .execute();
}
