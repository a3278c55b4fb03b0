import { sql } from "kysely";
import type { Permission } from "#platform/contract/permissions.ts";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

export interface RightsRecord {
  id: string;
  name: string;
  isAdmin: boolean;
  /** Direct ones and those of today's groups. */
  permissions: Permission[];
  groupIds: string[];
  ledGroupIds: string[];
  /** False when left in the past, deceased, in the trash or anonymised. */
  active: boolean;
}

/** Rights as they are now, of several members at once. */
export async function selectRights(tx: ReadTx, ids: readonly string[]): Promise<RightsRecord[]> {
  const { rows } = await sql<RightsRecord>`
    SELECT m.id, full_name(m.first_name, m.last_name) AS name, m.is_admin AS "isAdmin",
      ARRAY(SELECT unnest(m.permissions) UNION SELECT unnest(cg.permissions) FROM membership ms JOIN club_group cg ON cg.tenant_id = ms.tenant_id AND cg.id = ms.group_id
        WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id AND (ms.from_on IS NULL OR ms.from_on <= day) AND (ms.to_on IS NULL OR ms.to_on >= day)) AS permissions,
      ARRAY(SELECT DISTINCT ms.group_id::text FROM membership ms WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id
        AND (ms.from_on IS NULL OR ms.from_on <= day) AND (ms.to_on IS NULL OR ms.to_on >= day)) AS "groupIds",
      ARRAY(SELECT DISTINCT ms.group_id::text FROM membership ms WHERE ms.tenant_id = m.tenant_id AND ms.member_id = m.id AND ms.leader
        AND (ms.from_on IS NULL OR ms.from_on <= day) AND (ms.to_on IS NULL OR ms.to_on >= day)) AS "ledGroupIds",
      belongs_to_club(m, day) AS active
    FROM member m, tenant_today() AS day
    WHERE m.id = ANY(${ids}::uuid[])`.execute(sqlOf(tx));
  return rows;
}

/**
 * Administrators who stay: alive, not in the trash, not leaving. `able` of them have a working
 * login.
 */
export async function countAdministrators(tx: ReadTx): Promise<{ all: number; able: number }> {
  const { rows } = await sql<{ all: number; able: number }>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE l.state = 'ACTIVE')::int AS able
    FROM member m LEFT JOIN login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id
    WHERE m.is_admin AND belongs_to_club(m, 'infinity')
      AND (l.state IS NULL OR l.state <> 'DISABLED')`.execute(sqlOf(tx));
  return rows[0] ?? { all: 0, able: 0 };
}

export async function anyAdministrator(tx: ReadTx, ids: readonly string[]): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM member WHERE id = ANY(${ids}::uuid[]) AND is_admin LIMIT 1`.execute(
      sqlOf(tx),
    );
  return rows.length > 0;
}
