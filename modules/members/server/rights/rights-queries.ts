import { type InferResult, sql } from "kysely";
import type { Permission } from "#platform/contract/permissions.ts";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import { periodHolds } from "../groups/period-queries.ts";

/** Memberships (ms) that m (member) has on the day of `today`. */
const ofToday = sql`ms.tenant_id = m.tenant_id AND ms.member_id = m.id
  AND ${periodHolds(sql`today.day`)}`;

const permissions = sql<Permission[]>`ARRAY(SELECT unnest(m.permissions)
  UNION SELECT unnest(cg.permissions)
  FROM membership ms JOIN club_group cg ON cg.tenant_id = ms.tenant_id AND cg.id = ms.group_id
  WHERE ${ofToday})`;
const groupIds = sql<string[]>`ARRAY(
  SELECT DISTINCT ms.group_id FROM membership ms WHERE ${ofToday})`;
const ledGroupIds = sql<string[]>`ARRAY(
  SELECT DISTINCT ms.group_id FROM membership ms WHERE ${ofToday} AND ms.leader)`;

const loginIsDisabled = sql`EXISTS (SELECT FROM member_login l
  WHERE l.tenant_id = m.tenant_id AND l.member_id = m.id AND l.state = 'DISABLED')`;

function rights(tx: ReadTx, ids: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("member as m")
    .crossJoin(sql<{ day: string }>`tenant_today()`.as<"today">(sql`today (day)`))
    .select([
      "m.id",
      sql<string>`full_name(m.first_name, m.last_name)`.as("name"),
      "m.is_admin as isAdmin",
      // Direct ones and those of today's groups.
      permissions.as("permissions"),
      groupIds.as("groupIds"),
      ledGroupIds.as("ledGroupIds"),
      // False when left in the past, deceased, in the trash, anonymised or with a disabled login.
      sql<boolean>`belongs_to_club(m, today.day) AND NOT ${loginIsDisabled}`.as("active"),
    ])
    .where("m.id", "=", anyOf(ids));
}

export type RightsRecord = InferResult<ReturnType<typeof rights>>[number];

/** Rights as they are now, of several members at once. */
export function selectRights(tx: ReadTx, ids: readonly string[]): Promise<RightsRecord[]> {
  return rights(tx, ids).execute();
}

/**
 * Administrators who stay: alive, not in the trash, not leaving. `able` of them have a working
 * login.
 */
export function countAdministrators(tx: ReadTx): Promise<{ all: number; able: number }> {
  return sqlOf(tx)
    .selectFrom("member as m")
    .leftJoin("member_login as l", (join) =>
      join.onRef("l.tenant_id", "=", "m.tenant_id").onRef("l.member_id", "=", "m.id"),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as("all"),
      fn.countAll<number>().filterWhere("l.state", "=", "ACTIVE").as("able"),
    ])
    .where("m.is_admin", "is", true)
    .where(sql<boolean>`belongs_to_club(m, 'infinity')`)
    .where(({ eb, or }) => or([eb("l.state", "is", null), eb("l.state", "<>", "DISABLED")]))
    .executeTakeFirstOrThrow();
}

export async function anyAdministrator(tx: ReadTx, ids: readonly string[]): Promise<boolean> {
  const found = await sqlOf(tx)
    .selectFrom("member")
    .select("id")
    .where("id", "=", anyOf(ids))
    .where("is_admin", "is", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
