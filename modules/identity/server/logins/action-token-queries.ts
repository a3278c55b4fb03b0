import { sql } from "kysely";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { sqlOf } from "#platform/server/database/database.ts";

export type ActionPurpose = "INVITATION" | "RESET";

interface Tables {
  login_action_token: {
    token_hash: string;
    login_id: string;
    purpose: ActionPurpose;
    expires_at: Date;
    consumed_at: Date | null;
  };
}

/** A newer link replaces the older ones of the same kind. */
export async function insertActionToken(
  tx: WriteTx,
  token: { tokenHash: string; loginId: string; purpose: ActionPurpose; expiresAt: Date },
): Promise<void> {
  await revokeActionTokens(tx, token.loginId);
  await sqlOf<Tables>(tx)
    .insertInto("login_action_token")
    .values({
      token_hash: token.tokenHash,
      login_id: token.loginId,
      purpose: token.purpose,
      expires_at: token.expiresAt,
    })
    .execute();
}

export async function revokeActionTokens(tx: WriteTx, loginId: string): Promise<void> {
  await sqlOf<Tables>(tx)
    .deleteFrom("login_action_token")
    .where("login_id", "=", loginId)
    .execute();
}

export async function findActionToken(
  tx: ReadTx,
  tokenHash: string,
): Promise<{ loginId: string; purpose: ActionPurpose } | undefined> {
  return sqlOf<Tables>(tx)
    .selectFrom("login_action_token")
    .select(["login_id as loginId", "purpose"])
    .where("token_hash", "=", tokenHash)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** True for exactly one caller. */
export async function consumeActionToken(tx: WriteTx, tokenHash: string): Promise<boolean> {
  const result = await sqlOf<Tables>(tx)
    .updateTable("login_action_token")
    .set({ consumed_at: sql`now()` })
    .where("token_hash", "=", tokenHash)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteOldActionTokens(tx: WriteTx): Promise<void> {
  await sqlOf<Tables>(tx)
    .deleteFrom("login_action_token")
    .where("expires_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}
