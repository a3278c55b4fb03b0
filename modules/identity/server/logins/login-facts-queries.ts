import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";
import type { LoginFacts } from "../identity-admin.ts";

/** A code of an app is good for so many seconds; their number is kept with the last one used. */
const STEP_SECONDS = 30;

/** Returns what our own tables know of a member's login; undefined when there is none. */
export async function selectLoginFacts(
  tx: ReadTx,
  memberId: string,
): Promise<LoginFacts | undefined> {
  const login = await sqlOf(tx)
    .selectFrom("login")
    .select(["id", "username", "created_at as createdAt"])
    .select("password_changed_at as passwordChangedAt")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (login === undefined) return undefined;
  const { id, ...facts } = login;
  return {
    ...facts,
    passkeys: await selectPasskeys(tx, id),
    codeApps: await selectCodeApps(tx, id),
    recoveryCodes: await selectRecoveryCodes(tx, id),
    openLinks: await selectOpenLinks(tx, id),
  };
}

function selectPasskeys(tx: ReadTx, loginId: string): Promise<LoginFacts["passkeys"]> {
  return sqlOf(tx)
    .selectFrom("login_passkey")
    .select(["name", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where("login_id", "=", loginId)
    .orderBy("created_at")
    .execute();
}

async function selectCodeApps(tx: ReadTx, loginId: string): Promise<LoginFacts["codeApps"]> {
  const apps = await sqlOf(tx)
    .selectFrom("login_totp")
    .select(["confirmed_at", "last_step"])
    .where("login_id", "=", loginId)
    .execute();
  return apps.flatMap(({ confirmed_at: confirmedAt, last_step: step }) =>
    confirmedAt === null
      ? []
      : [
          {
            name: "App für Einmalcodes",
            confirmedAt,
            lastUsedAt: step === 0 ? null : new Date(step * STEP_SECONDS * 1_000),
          },
        ],
  );
}

async function selectRecoveryCodes(
  tx: ReadTx,
  loginId: string,
): Promise<LoginFacts["recoveryCodes"]> {
  const codes = await sqlOf(tx)
    .selectFrom("login_recovery_code")
    .select("used_at")
    .where("login_id", "=", loginId)
    .orderBy("used_at")
    .execute();
  const usedAt = codes.flatMap(({ used_at: at }) => (at === null ? [] : [at]));
  return { unused: codes.length - usedAt.length, usedAt };
}

function selectOpenLinks(tx: ReadTx, loginId: string): Promise<LoginFacts["openLinks"]> {
  return sqlOf(tx)
    .selectFrom("login_action_token")
    .select(["purpose", "created_at as createdAt", "expires_at as expiresAt"])
    .where("login_id", "=", loginId)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at")
    .execute();
}
