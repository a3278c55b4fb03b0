import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";

function totps(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("login_totp")
    .select([
      "secret",
      "last_step as lastStep",
      sql<boolean>`confirmed_at IS NOT NULL`.as("confirmed"),
    ]);
}

export type Totp = InferResult<ReturnType<typeof totps>>[number];

export function findTotp(tx: ReadTx, loginId: string): Promise<Totp | undefined> {
  return totps(tx).where("login_id", "=", loginId).executeTakeFirst();
}

/** Begins (again) with a secret whose first code has not been entered. */
export async function upsertUnconfirmedTotp(
  tx: WriteTx,
  loginId: string,
  secret: string,
): Promise<void> {
  await sqlOf(tx)
    .insertInto("login_totp")
    .values({ login_id: loginId, secret, last_step: 0, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "login_id"])
        .doUpdateSet({ secret, last_step: 0 })
        .where("login_totp.confirmed_at", "is", null),
    )
    .execute();
}

/** Notes the step of an accepted code; returns false when it or a later one was used already. */
export async function advanceTotp(tx: WriteTx, loginId: string, step: number): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("login_totp")
    .set({ last_step: step, confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where("login_id", "=", loginId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteTotp(tx: WriteTx, loginId: string): Promise<void> {
  await sqlOf(tx).deleteFrom("login_totp").where("login_id", "=", loginId).execute();
  await sqlOf(tx).deleteFrom("login_recovery_code").where("login_id", "=", loginId).execute();
}

export async function replaceRecoveryCodes(
  tx: WriteTx,
  loginId: string,
  hashes: string[],
): Promise<void> {
  await sqlOf(tx).deleteFrom("login_recovery_code").where("login_id", "=", loginId).execute();
  await sqlOf(tx)
    .insertInto("login_recovery_code")
    .values(hashes.map((code_hash) => ({ login_id: loginId, code_hash, used_at: null })))
    .execute();
}

/** Returns true for the one use of a code. */
export async function consumeRecoveryCode(
  tx: WriteTx,
  loginId: string,
  codeHash: string,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("login_recovery_code")
    .set({ used_at: now })
    .where("login_id", "=", loginId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function countRecoveryCodes(tx: ReadTx, loginId: string): Promise<number> {
  const row = await sqlOf(tx)
    .selectFrom("login_recovery_code")
    .select(({ fn }) => fn.countAll<number>().as("left"))
    .where("login_id", "=", loginId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.left;
}
