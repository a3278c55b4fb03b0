import { sql } from "kysely";
import { json } from "../database/column-types.ts";
import { type ReadTx, sqlOf, type WriteTx } from "../database/database.ts";
import type { Row } from "../database/tables.ts";

export type RememberedAnswer = Row<
  "idempotent_answer",
  "fingerprint" | "status" | "location" | "body"
>;

/**
 * Returns the answer of an earlier request with this key. One that is running now is waited for, and
 * until the transaction ends no other begins.
 */
export async function lockAndRecall(
  tx: ReadTx,
  caller: string,
  key: string,
): Promise<RememberedAnswer | undefined> {
  const db = sqlOf(tx);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} ${caller} ${key}`}, 0))`.execute(
    db,
  );
  return db
    .selectFrom("idempotent_answer")
    .select(["fingerprint", "status", "location", "body"])
    .where("caller", "=", caller)
    .where("key", "=", key)
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
}

/** Whether a request with this key was answered before, or a part of it. */
export async function isAnswered(tx: ReadTx, caller: string, key: string): Promise<boolean> {
  const found = await sqlOf(tx)
    .selectFrom("idempotent_answer")
    .select("key")
    .where("caller", "=", caller)
    .where(sql<string>`split_part(key, ' ', 1)`, "=", key)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function remember(
  tx: WriteTx,
  caller: string,
  key: string,
  answer: RememberedAnswer,
): Promise<void> {
  const values = { ...answer, body: json(answer.body ?? null), created_at: new Date() };
  await sqlOf(tx)
    .insertInto("idempotent_answer")
    .values({ caller, key, ...values })
    .onConflict((conflict) => conflict.columns(["tenant_id", "caller", "key"]).doUpdateSet(values))
    .execute();
}

export async function deleteOldAnswers(tx: WriteTx): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("idempotent_answer")
    .where("created_at", "<", sql<Date>`now() - interval '24 hours'`)
    .execute();
}
