import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, nextVersion } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

const columns = [
  "id",
  "name",
  "parent_id",
  "description",
  "color",
  "permissions",
  "for_new_members",
  "version",
] as const;

/** The plain row, without what is counted. */
export type GroupRow = Row<"club_group", (typeof columns)[number]>;

export type GroupValues = Omit<GroupRow, "id" | "version">;

/** Returns these groups and everything below them. */
export async function selectGroupsBelow(tx: ReadTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sqlOf(tx)
    .withRecursive("below", (db) =>
      db
        .selectFrom("club_group")
        .select("id")
        .where("id", "=", anyOf(ids))
        .union(
          db
            .selectFrom("club_group as g")
            .innerJoin("below", "below.id", "g.parent_id")
            .select("g.id"),
        ),
    )
    .selectFrom("below")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectGroupRow(tx: ReadTx, id: string): Promise<GroupRow | undefined> {
  return sqlOf(tx).selectFrom("club_group").select(columns).where("id", "=", id).executeTakeFirst();
}

/**
 * Holds the row until the end of the transaction, so that its rights and its periods stay as they
 * are read.
 */
export async function lockGroup(tx: WriteTx, id: string): Promise<GroupRow | undefined> {
  return sqlOf(tx)
    .selectFrom("club_group")
    .select(columns)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Holds these rows until the end of the transaction; those that are gone are left out. */
export async function lockGroups(tx: WriteTx, ids: readonly string[]): Promise<GroupRow[]> {
  if (ids.length === 0) return [];
  return sqlOf(tx)
    .selectFrom("club_group")
    .select(columns)
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
  const lock = sql`pg_advisory_xact_lock(hashtextextended('group-tree ' || ${tx.tenantId}, 0))`;
  await sqlOf(tx).selectNoFrom(lock.as("locked")).execute();
}

/** Holds the groups that new members join, so that their rights stay as they are read. */
export async function lockGroupsForNewMembers(tx: WriteTx): Promise<GroupRow[]> {
  return sqlOf(tx)
    .selectFrom("club_group")
    .select(columns)
    .where("for_new_members", "is", true)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
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
  const rows = await sqlOf(tx)
    .withRecursive("above", (db) =>
      db
        .selectFrom("club_group")
        .select(["id", "parent_id"])
        .where("id", "=", id)
        .union(
          db
            .selectFrom("club_group as g")
            .innerJoin("above", "above.parent_id", "g.id")
            .select(["g.id", "g.parent_id"]),
        ),
    )
    .selectFrom("above")
    .select("id")
    .execute();
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
    .set({ ...values, version: nextVersion })
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
  const rows = await sqlOf(tx)
    .selectFrom("club_group as child")
    .innerJoin("club_group as other", "other.name", "child.name")
    .select("child.name")
    .where("child.parent_id", "=", id)
    .where("other.id", "<>", id)
    .where("other.parent_id", "is not distinct from", parentId)
    .orderBy("child.name")
    .execute();
  return rows.map((row) => row.name);
}

export async function moveChildren(
  tx: WriteTx,
  id: string,
  parentId: string | null,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("club_group")
    .set({ parent_id: parentId, version: nextVersion })
    .where("parent_id", "=", id)
    .execute();
}

export async function deleteGroupRow(tx: WriteTx, id: string): Promise<void> {
  const db = sqlOf(tx);
  // Before the group, so that the history can still name it.
  await db.deleteFrom("membership").where("group_id", "=", id).execute();
  await db.deleteFrom("club_group").where("id", "=", id).execute();
}

/** One level of it: groups below each other go by several calls. */
export async function deleteUnusedGroupRows(
  tx: WriteTx,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sqlOf(tx)
    .deleteFrom("club_group as g")
    .where("g.id", "=", anyOf(ids))
    .where(({ and, exists, not, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom("membership as ms")
              .select("ms.id")
              .whereRef("ms.tenant_id", "=", "g.tenant_id")
              .whereRef("ms.group_id", "=", "g.id"),
          ),
        ),
        not(
          exists(
            selectFrom("club_group as child")
              .select("child.id")
              .whereRef("child.tenant_id", "=", "g.tenant_id")
              .whereRef("child.parent_id", "=", "g.id"),
          ),
        ),
      ]),
    )
    .returning("g.id")
    .execute();
  return rows.map(({ id }) => id);
}
