import { type Generated, sql } from "kysely";
import type { AdapterPayload } from "oidc-provider";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { sqlOf } from "#platform/server/database/database.ts";

interface Tables {
  oidc_record: {
    model: string;
    id_hash: string;
    payload: AdapterPayload;
    grant_id: string | null;
    session_uid: string | null;
    login_id: string | null;
    user_agent: string | null;
    consumed_at: Generated<Date | null>;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  signing_key: {
    id: string;
    private_key: string;
    created_at: Generated<Date>;
    retired_at: Generated<Date | null>;
  };
}

export interface OidcRecord {
  model: string;
  idHash: string;
  payload: AdapterPayload;
  grantId: string | null;
  sessionUid: string | null;
  loginId: string | null;
  userAgent: string | null;
  expiresAt: Date;
}

export async function upsertRecord(tx: WriteTx, record: OidcRecord): Promise<void> {
  const values = {
    payload: sql<AdapterPayload>`${JSON.stringify(record.payload)}::jsonb`,
    grant_id: record.grantId,
    session_uid: record.sessionUid,
    login_id: record.loginId,
    user_agent: record.userAgent,
    expires_at: record.expiresAt,
  };
  await sqlOf<Tables>(tx)
    .insertInto("oidc_record")
    .values({ model: record.model, id_hash: record.idHash, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "model", "id_hash"] as never)
        .doUpdateSet({ ...values, updated_at: sql`now()` }),
    )
    .execute();
}

export interface FoundRecord {
  payload: AdapterPayload;
  consumedAt: Date | null;
}

export async function findRecord(
  tx: ReadTx,
  model: string,
  idHash: string,
): Promise<FoundRecord | undefined> {
  return sqlOf<Tables>(tx)
    .selectFrom("oidc_record")
    .select(["payload", "consumed_at as consumedAt"])
    .where("model", "=", model)
    .where("id_hash", "=", idHash)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

export async function findSessionRecord(tx: ReadTx, uid: string): Promise<FoundRecord | undefined> {
  return sqlOf<Tables>(tx)
    .selectFrom("oidc_record")
    .select(["payload", "consumed_at as consumedAt"])
    .where("model", "=", "Session")
    .where("session_uid", "=", uid)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Marks a record as used, once: of two at the same time one gets false. `again` seconds allow a
 * repetition.
 */
export async function consumeRecord(
  tx: WriteTx,
  model: string,
  idHash: string,
  again: number,
): Promise<boolean> {
  const result = await sqlOf<Tables>(tx)
    .updateTable("oidc_record")
    .set({ consumed_at: sql`coalesce(consumed_at, now())` })
    .where("model", "=", model)
    .where("id_hash", "=", idHash)
    .where((where) => {
      const unused = where("consumed_at", "is", null);
      // Not "since now": of two transactions the later one may have begun first.
      return again === 0
        ? unused
        : where.or([
            unused,
            where("consumed_at", ">", sql<Date>`now() - make_interval(secs => ${again})`),
          ]);
    })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteRecord(tx: WriteTx, model: string, idHash: string): Promise<void> {
  await sqlOf<Tables>(tx)
    .deleteFrom("oidc_record")
    .where("model", "=", model)
    .where("id_hash", "=", idHash)
    .execute();
}

export async function deleteRecordsOfGrant(
  tx: WriteTx,
  model: string,
  grantId: string,
): Promise<void> {
  await sqlOf<Tables>(tx)
    .deleteFrom("oidc_record")
    .where("model", "=", model)
    .where("grant_id", "=", grantId)
    .execute();
}

/** Ends every session of a login, and with them their codes and refresh tokens. */
export async function deleteSessionsOfLogin(
  tx: WriteTx,
  loginId: string,
  exceptSessionUid: string | null = null,
): Promise<void> {
  await sqlOf<Tables>(tx)
    .deleteFrom("oidc_record")
    .where("login_id", "=", loginId)
    .where((where) =>
      exceptSessionUid === null
        ? where.val(true)
        : where(sql`session_uid`, "is distinct from", exceptSessionUid),
    )
    .where((where) => (exceptSessionUid === null ? where.val(true) : where("model", "<>", "Grant")))
    .execute();
}

export async function deleteSessionsOfLogins(
  tx: WriteTx,
  loginIds: readonly string[],
): Promise<void> {
  await sql`DELETE FROM oidc_record WHERE login_id = ANY(${loginIds}::uuid[])`.execute(
    sqlOf<Tables>(tx),
  );
}

export async function deleteSession(tx: WriteTx, loginId: string, uid: string): Promise<boolean> {
  const deleted = await sqlOf<Tables>(tx)
    .deleteFrom("oidc_record")
    .where("login_id", "=", loginId)
    .where("session_uid", "=", uid)
    .execute();
  return deleted.some(({ numDeletedRows }) => numDeletedRows > 0n);
}

export async function sessionExists(tx: ReadTx, loginId: string, uid: string): Promise<boolean> {
  const row = await sqlOf<Tables>(tx)
    .selectFrom("oidc_record")
    .select("id_hash")
    .where("model", "=", "Session")
    .where("session_uid", "=", uid)
    .where("login_id", "=", loginId)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

export interface SessionRow {
  uid: string;
  userAgent: string | null;
  startedAt: Date;
  lastSeenAt: Date;
}

export async function listSessions(tx: ReadTx, loginId: string): Promise<SessionRow[]> {
  return sqlOf<Tables>(tx)
    .selectFrom("oidc_record as session")
    .select([
      sql<string>`session.session_uid`.as("uid"),
      "session.user_agent as userAgent",
      sql<Date>`to_timestamp((session.payload->>'loginTs')::bigint)`.as("startedAt"),
      sql<Date>`(SELECT max(seen.updated_at) FROM oidc_record seen WHERE seen.tenant_id = session.tenant_id AND seen.session_uid = session.session_uid)`.as(
        "lastSeenAt",
      ),
    ])
    .where("session.model", "=", "Session")
    .where("session.login_id", "=", loginId)
    .where("session.expires_at", ">", sql<Date>`now()`)
    .orderBy(sql`4 DESC`)
    .limit(100)
    .execute();
}

export async function deleteExpiredRecords(tx: WriteTx): Promise<void> {
  await sqlOf<Tables>(tx)
    .deleteFrom("oidc_record")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}

export interface SigningKeyRow {
  id: string;
  privateKey: string;
}

/** Newest first. Retired keys stay until no token signed with them can be valid any more. */
export async function listSigningKeys(tx: ReadTx): Promise<SigningKeyRow[]> {
  return sqlOf<Tables>(tx)
    .selectFrom("signing_key")
    .select(["id", "private_key as privateKey"])
    .where((where) =>
      where.or([
        where("retired_at", "is", null),
        where("retired_at", ">", sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .orderBy(sql`retired_at DESC NULLS FIRST`)
    .execute();
}

/** Keeps the key unless another process was faster. */
export async function insertFirstSigningKey(tx: WriteTx, key: SigningKeyRow): Promise<void> {
  await sqlOf<Tables>(tx)
    .insertInto("signing_key")
    .values({ id: key.id, private_key: key.privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function replaceSigningKey(tx: WriteTx, key: SigningKeyRow): Promise<void> {
  await sqlOf<Tables>(tx)
    .updateTable("signing_key")
    .set({ retired_at: sql`now()` })
    .where("retired_at", "is", null)
    .execute();
  await sqlOf<Tables>(tx)
    .insertInto("signing_key")
    .values({ id: key.id, private_key: key.privateKey })
    .execute();
}
