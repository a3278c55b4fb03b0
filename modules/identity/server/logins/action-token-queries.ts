import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, now } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

export type ActionPurpose = Row<"login_action_token">["purpose"];

/**
 * Links sent before stay open until one of them is used: a stranger who asks for another must not
 * close the one that its owner is about to open.
 */
export async function insertActionToken(
  tx: WriteTx,
  token: { tokenHash: string; loginId: string; purpose: ActionPurpose; expiresAt: Date },
): Promise<void> {
  await sqlOf(tx)
    .insertInto("login_action_token")
    .values({
      token_hash: token.tokenHash,
      login_id: token.loginId,
      purpose: token.purpose,
      expires_at: token.expiresAt,
    })
    .execute();
}

export async function revokeActionTokens(tx: WriteTx, loginIds: readonly string[]): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("login_action_token")
    .where("login_id", "=", anyOf(loginIds))
    .execute();
}

/** Returns whose link this is, as long as it may be used. */
export async function findActionToken(
  tx: ReadTx,
  tokenHash: string,
): Promise<{ loginId: string; purpose: ActionPurpose } | undefined> {
  return sqlOf(tx)
    .selectFrom("login_action_token")
    .select(["login_id as loginId", "purpose"])
    .where("token_hash", "=", tokenHash)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Returns true to exactly one caller. */
export async function consumeActionToken(tx: WriteTx, tokenHash: string): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("login_action_token")
    .set({ consumed_at: now })
    .where("token_hash", "=", tokenHash)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteOldActionTokens(tx: WriteTx): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("login_action_token")
    .where("expires_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}
