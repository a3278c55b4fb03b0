import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";
import { json } from "#platform/server/database/column-types.ts";
import type { Row } from "#platform/server/database/tables.ts";

type OidcRecord = Omit<
  Row<"oidc_record">,
  "tenant_id" | "consumed_at" | "created_at" | "updated_at"
>;

export async function upsertRecord(
  tx: WriteTx,
  { model, id_hash, payload, ...rest }: OidcRecord,
): Promise<void> {
  const values = { ...rest, payload: json(payload) };
  await sqlOf(tx)
    .insertInto("oidc_record")
    .values({ model, id_hash, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "model", "id_hash"])
        .doUpdateSet({ ...values, updated_at: now }),
    )
    .execute();
}

function records(tx: ReadTx, model: string) {
  return sqlOf(tx)
    .selectFrom("oidc_record")
    .select(["payload", "consumed_at as consumedAt"])
    .where("model", "=", model)
    .where("expires_at", ">", now);
}

export type FoundRecord = InferResult<ReturnType<typeof records>>[number];

export function findRecord(
  tx: ReadTx,
  model: string,
  idHash: string,
): Promise<FoundRecord | undefined> {
  return records(tx, model).where("id_hash", "=", idHash).executeTakeFirst();
}

export function findSessionRecord(tx: ReadTx, uid: string): Promise<FoundRecord | undefined> {
  return records(tx, "Session").where("session_uid", "=", uid).executeTakeFirst();
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
  await sqlOf(tx).deleteFrom("oidc_record").where("expires_at", "<", now).execute();
}
