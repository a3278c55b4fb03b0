import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

function summaries(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("login")
    .innerJoin("person", "person.id", "login.member_id")
    .select([
      "login.member_id as memberId",
      "login.username",
      "login.state",
      sql<string>`full_name(person.first_name, person.last_name)`.as("name"),
      "person.email",
      "person.member_number as memberNumber",
      // False for members who have left or died, or are in the trash: they can't log in.
      sql<boolean>`coalesce(person.belongs, false)`.as("belongs"),
      sql<boolean>`EXISTS (SELECT FROM login_totp t WHERE t.tenant_id = login.tenant_id
          AND t.login_id = login.id AND t.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM login_passkey k WHERE k.tenant_id = login.tenant_id
          AND k.login_id = login.id)`.as("hasSecondFactor"),
      // Null when no session is kept any more.
      sql<Date | null>`(SELECT max(seen.updated_at) FROM oidc_record seen
        WHERE seen.tenant_id = login.tenant_id AND seen.login_id = login.id)`.as("lastSeenAt"),
    ])
    .orderBy(sql`lower(login.username)`);
}

/** A login as the operator's commands show it. */
export type LoginSummary = InferResult<ReturnType<typeof summaries>>[number];

/** Returns all logins of the club, by name. */
export function listLogins(tx: ReadTx): Promise<LoginSummary[]> {
  return summaries(tx).execute();
}

/**
 * Returns the login of that name, else every one whose member has this member number or contact
 * address.
 */
export async function findLoginSummaries(tx: ReadTx, identifier: string): Promise<LoginSummary[]> {
  const wanted = identifier.trim().toLowerCase();
  const found = await summaries(tx)
    .where(({ eb, or }) =>
      or([
        eb(sql<string>`lower(login.username)`, "=", wanted),
        eb(sql<string>`lower(person.member_number)`, "=", wanted),
        eb(sql<string>`lower(person.email)`, "=", wanted),
      ]),
    )
    .limit(20)
    .execute();
  const named = found.filter(({ username }) => username.toLowerCase() === wanted);
  return named.length > 0 ? named : found;
}
