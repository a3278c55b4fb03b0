import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { LoginFacts } from "../identity-admin.ts";

/** A code of an app is good for so many seconds; their number is kept with the last one used. */
const STEP_SECONDS = 30;

interface FactRow {
  username: string;
  created_at: Date;
  password_changed_at: Date | null;
  confirmed_at: Date | null;
  last_step: number | null;
  unused_codes: number;
  used_codes: Date[];
}

/** What our own tables know of a member's login. */
export async function selectLoginFacts(
  tx: ReadTx,
  memberId: string,
): Promise<LoginFacts | undefined> {
  const db = sqlOf<Record<never, never>>(tx);
  const { rows } = await sql<FactRow>`
    SELECT l.username, l.created_at, l.password_changed_at, t.confirmed_at, t.last_step::float8 AS last_step,
      (SELECT count(*)::int FROM login_recovery_code c WHERE c.login_id = l.id AND c.used_at IS NULL) AS unused_codes,
      ARRAY(SELECT c.used_at FROM login_recovery_code c WHERE c.login_id = l.id AND c.used_at IS NOT NULL ORDER BY c.used_at) AS used_codes
    FROM login l LEFT JOIN login_totp t ON t.tenant_id = l.tenant_id AND t.login_id = l.id WHERE l.member_id = ${memberId}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const passkeys = await sql<LoginFacts["passkeys"][number]>`
    SELECT p.name, p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt"
    FROM login_passkey p JOIN login l ON l.tenant_id = p.tenant_id AND l.id = p.login_id WHERE l.member_id = ${memberId} ORDER BY p.created_at`.execute(
    db,
  );
  const links = await sql<LoginFacts["openLinks"][number]>`
    SELECT a.purpose, a.created_at AS "createdAt", a.expires_at AS "expiresAt"
    FROM login_action_token a JOIN login l ON l.tenant_id = a.tenant_id AND l.id = a.login_id
    WHERE l.member_id = ${memberId} AND a.consumed_at IS NULL AND a.expires_at > now() ORDER BY a.created_at`.execute(
    db,
  );
  const { confirmed_at: confirmedAt, last_step: step } = row;
  return {
    username: row.username,
    createdAt: row.created_at,
    passwordChangedAt: row.password_changed_at,
    passkeys: passkeys.rows,
    codeApps:
      confirmedAt === null
        ? []
        : [
            {
              name: "App für Einmalcodes",
              confirmedAt,
              lastUsedAt: step ? new Date(step * STEP_SECONDS * 1_000) : null,
            },
          ],
    recoveryCodes: { unused: row.unused_codes, usedAt: row.used_codes },
    openLinks: links.rows,
  };
}
