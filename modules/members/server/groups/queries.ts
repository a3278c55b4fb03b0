import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

/** The plain row, without what is counted. */
export type GroupRow = Omit<Row<"club_group">, "tenant_id" | "created_at">;

export type GroupValues = Omit<GroupRow, "id" | "version">;

/** Returns these groups and everything below them. */
export async function selectGroupsBelow(tx: ReadTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE below AS (
      SELECT id FROM club_group WHERE id = ANY(${ids}::uuid[])
      UNION SELECT g.id FROM club_group g JOIN below ON g.parent_id = below.id
    ) SELECT id FROM below`.execute(sqlOf(tx));
  return rows.map(({ id }) => id);
}

export async function selectGroupRow(tx: ReadTx, id: string): Promise<GroupRow | undefined> {
  return sqlOf(tx)
    .selectFrom("club_group")
    .select(["id", "name", "parent_id", "description", "color", "permissions", "version"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Holds the row until the end of the transaction, so that its rights and its periods stay as they
 * are read.
 */
export async function lockGroup(tx: WriteTx, id: string): Promise<GroupRow | undefined> {
  return sqlOf(tx)
    .selectFrom("club_group")
    .select(["id", "name", "parent_id", "description", "color", "permissions", "version"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Holds these rows until the end of the transaction; those that are gone are left out. */
export async function lockGroups(tx: WriteTx, ids: readonly string[]): Promise<GroupRow[]> {
  if (ids.length === 0) return [];
  return sqlOf(tx)
    .selectFrom("club_group")
    .select(["id", "name", "parent_id", "description", "color", "permissions", "version"])
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/**
 * Lets one change of the tree happen at a time: two moves at once could close a circle that neither
 * sees.
 */
export async function lockGroupTree(tx: WriteTx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('group-tree ' || ${tx.tenantId}, 0))`.execute(
    sqlOf(tx),
  );
}

export async function groupExists(tx: ReadTx, id: string): Promise<boolean> {
  const row = await sqlOf(tx)
    .selectFrom("club_group")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The group and everything above it. */
export async function selectAncestors(tx: ReadTx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM club_group WHERE id = ${id}
      UNION SELECT g.id, g.parent_id FROM club_group g JOIN above ON g.id = above.parent_id
    ) SELECT id FROM above`.execute(sqlOf(tx));
  return rows.map((row) => row.id);
}

export async function insertGroup(tx: WriteTx, id: string, values: GroupValues): Promise<void> {
  await sqlOf(tx)
    .insertInto("club_group")
    .values({ id, ...values, version: 1 })
    .execute();
}

/** Changes the group when `version` is still the one in the database. */
export async function updateGroupRow(
  tx: WriteTx,
  id: string,
  version: number,
  values: GroupValues,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("club_group")
    .set({ ...values, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Names that the children of a group and the groups one level up have in common. */
export async function selectNamesInTheWay(
  tx: ReadTx,
  id: string,
  parentId: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT child.name FROM club_group child JOIN club_group other ON other.name = child.name AND other.id <> ${id}
    WHERE child.parent_id = ${id} AND other.parent_id IS NOT DISTINCT FROM ${parentId}::uuid ORDER BY child.name`.execute(
    sqlOf(tx),
  );
  return rows.map((row) => row.name);
}

export async function moveChildren(
  tx: WriteTx,
  id: string,
  parentId: string | null,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("club_group")
    .set({ parent_id: parentId, version: sql<number>`version + 1` })
    .where("parent_id", "=", id)
    .execute();
}

export async function deleteGroupRow(tx: WriteTx, id: string): Promise<void> {
  const db = sqlOf(tx);
  // Before the group, so that the history can still name it.
  await sql`DELETE FROM membership WHERE group_id = ${id}`.execute(db);
  await db.deleteFrom("club_group").where("id", "=", id).execute();
}

/** One level of it: groups below each other go by several calls. */
export async function deleteUnusedGroupRows(
  tx: WriteTx,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM club_group g WHERE id = ANY(${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM membership ms WHERE ms.tenant_id = g.tenant_id AND ms.group_id = g.id)
      AND NOT EXISTS (SELECT FROM club_group child WHERE child.tenant_id = g.tenant_id AND child.parent_id = g.id)
    RETURNING id`.execute(sqlOf(tx));
  return rows.map(({ id }) => id);
}
