import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Grant, GrantAccess, GrantLine } from "../contract.ts";

/**
 * A table of grants: `tenant_id, id, <owner>_id, subject, group_id, user_id, access`, as in
 * calendar_grant. Every owner (calendar, share) has its own, so that foreign keys clean up.
 */
export interface GrantTable {
  /** `calendar_grant` */
  table: string;
  /** `calendar_id` */
  owner: string;
}

/** Whose grants count: a member and the groups they belong to today. */
export interface Grantee {
  userId: string;
  groupIds: readonly string[];
}

/** Every owner that a member may use, by any way, with the strongest access. */
export async function selectAccess(
  tx: ReadTx,
  { table, owner }: GrantTable,
  { userId, groupIds }: Grantee,
): Promise<Map<string, GrantAccess>> {
  const { rows } = await sql<{ owner_id: string; writes: boolean }>`
    WITH RECURSIVE mine AS (
      SELECT id, parent_id FROM club_group WHERE id = ANY(${groupIds}::uuid[])
      UNION SELECT above.id, above.parent_id FROM club_group above JOIN mine ON above.id = mine.parent_id
    )
    SELECT ${sql.ref(owner)} AS owner_id, bool_or(access = 'WRITE') AS writes
    FROM ${sql.table(table)}
    WHERE subject = 'ALL' OR user_id = ${userId} OR group_id IN (SELECT id FROM mine)
    GROUP BY ${sql.ref(owner)}`.execute(sqlOf(tx));
  return new Map(rows.map((row) => [row.owner_id, row.writes ? "WRITE" : "READ"]));
}

/** The lists of these owners: everybody first, then groups, then members, by name. */
export async function selectGrants(
  tx: ReadTx,
  { table, owner }: GrantTable,
  ownerIds: readonly string[],
): Promise<(Grant & { ownerId: string })[]> {
  const { rows } = await sql<Grant & { ownerId: string }>`
    SELECT * FROM (SELECT g.${sql.ref(owner)} AS "ownerId", g.subject, coalesce(g.group_id, g.user_id) AS id, g.access,
      CASE g.subject
        WHEN 'ALL' THEN 'Alle Mitglieder'
        WHEN 'GROUP' THEN concat_ws('->', parent.name, club_group.name)
        ELSE full_name(member.first_name, member.last_name)
      END AS name
    FROM ${sql.table(table)} g
    LEFT JOIN club_group ON club_group.tenant_id = g.tenant_id AND club_group.id = g.group_id
    LEFT JOIN club_group parent ON parent.tenant_id = club_group.tenant_id AND parent.id = club_group.parent_id
    LEFT JOIN member ON member.tenant_id = g.tenant_id AND member.id = g.user_id
    WHERE g.${sql.ref(owner)} = ANY(${ownerIds}::uuid[])) line
    ORDER BY array_position(ARRAY['ALL', 'GROUP', 'USER'], subject), name COLLATE german, id`.execute(
    sqlOf(tx),
  );
  return rows;
}

/**
 * Those of the groups and members named that do not exist (any more), by their place in the list.
 */
export async function selectUnknown(tx: ReadTx, lines: readonly GrantLine[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    SELECT (line.place - 1)::int AS place
    FROM jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place: place + 1 })))}::jsonb) AS line (place int, subject text, id uuid)
    WHERE (line.subject = 'GROUP' AND NOT EXISTS (SELECT FROM club_group WHERE club_group.id = line.id))
       OR (line.subject = 'USER' AND NOT EXISTS (SELECT FROM member WHERE member.id = line.id AND member.deleted_at IS NULL AND member.anonymised_at IS NULL))
    ORDER BY 1`.execute(sqlOf(tx));
  return rows.map((row) => row.place);
}

export async function replaceGrants(
  tx: WriteTx,
  { table, owner }: GrantTable,
  ownerId: string,
  lines: readonly GrantLine[],
): Promise<void> {
  const db = sqlOf(tx);
  await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(owner)} = ${ownerId}`.execute(db);
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(owner)}, subject, group_id, user_id, access)
    SELECT ${ownerId}, subject, CASE subject WHEN 'GROUP' THEN id END, CASE subject WHEN 'USER' THEN id END, access
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS line (subject text, id uuid, access text)`.execute(
    db,
  );
}

/** Grants that name this member, for their file. */
export async function selectGrantsOfMember(
  tx: ReadTx,
  { table, owner }: GrantTable,
  memberId: string,
): Promise<{ ownerId: string; access: GrantAccess }[]> {
  const { rows } = await sql<{ ownerId: string; access: GrantAccess }>`
    SELECT ${sql.ref(owner)} AS "ownerId", access FROM ${sql.table(table)} WHERE user_id = ${memberId} ORDER BY id`.execute(
    sqlOf(tx),
  );
  return rows;
}

export async function deleteGrantsOfMember(
  tx: WriteTx,
  { table }: GrantTable,
  memberId: string,
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${memberId}`.execute(sqlOf(tx));
}
