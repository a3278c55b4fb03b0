import { sql } from "kysely";
import type { AdapterPayload } from "oidc-provider";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { json } from "#platform/server/database/column-types.ts";

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
    payload: json(record.payload),
    grant_id: record.grantId,
    session_uid: record.sessionUid,
    login_id: record.loginId,
    user_agent: record.userAgent,
    expires_at: record.expiresAt,
  };
  await sqlOf(tx)
    .insertInto("oidc_record")
    .values({ model: record.model, id_hash: record.idHash, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "model", "id_hash"])
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
  return sqlOf(tx)
    .selectFrom("oidc_record")
    .select(["payload", "consumed_at as consumedAt"])
    .where("model", "=", model)
    .where("id_hash", "=", idHash)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

export async function findSessionRecord(tx: ReadTx, uid: string): Promise<FoundRecord | undefined> {
  return sqlOf(tx)
    .selectFrom("oidc_record")
    .select(["payload", "consumed_at as consumedAt"])
    .where("model", "=", "Session")
    .where("session_uid", "=", uid)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Marks a record as used, once: of two calls at the same time one gets false. Within `again`
 * seconds a repetition is allowed.
 */
export async function consumeRecord(
  tx: WriteTx,
  model: string,
  idHash: string,
  again: number,
): Promise<boolean> {
  const result = await sqlOf(tx)
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
  await sqlOf(tx)
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
  await sqlOf(tx)
    .deleteFrom("oidc_record")
    .where("model", "=", model)
    .where("grant_id", "=", grantId)
    .execute();
}

export async function deleteExpiredRecords(tx: WriteTx): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("oidc_record")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}
