import { sql } from "kysely";
import { sqlOf, type WriteTx } from "../database/database.ts";

interface Tables {
  idempotent_answer: {
    caller: string;
    key: string;
    fingerprint: string;
    status: number;
    location: string | null;
    body: unknown;
    created_at: Date;
  };
}

export interface RememberedAnswer {
  fingerprint: string;
  status: number;
  location: string | null;
  body: unknown;
}

/** Lets one request with this key run at a time and returns the answer of an earlier one. */
export async function lockAndRecall(
  tx: WriteTx,
  caller: string,
  key: string,
): Promise<RememberedAnswer | undefined> {
  const db = sqlOf<Tables>(tx);
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

export async function remember(
  tx: WriteTx,
  caller: string,
  key: string,
  answer: RememberedAnswer,
): Promise<void> {
  const body = JSON.stringify(answer.body ?? null);
  await sqlOf<Tables>(tx)
    .insertInto("idempotent_answer")
    .values({ caller, key, ...answer, body, created_at: new Date() })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id" as never, "caller", "key"])
        .doUpdateSet({ ...answer, body, created_at: new Date() }),
    )
    .execute();
}

export async function forgetOldAnswers(tx: WriteTx): Promise<void> {
  await sqlOf<Tables>(tx)
    .deleteFrom("idempotent_answer")
    .where("created_at", "<", sql<Date>`now() - interval '24 hours'`)
    .execute();
}

/** All of a club that is going: nothing else ties them to it. */
export async function forgetAllAnswers(tx: WriteTx): Promise<void> {
  await sqlOf<Tables>(tx).deleteFrom("idempotent_answer").execute();
}
