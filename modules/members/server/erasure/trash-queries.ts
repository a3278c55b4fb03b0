import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, direction, nextVersion, now } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { searchCondition } from "../list/list-hits-queries.ts";
import { authorName, deletedBy } from "../people/author-queries.ts";
import { ERASED_FIELDS } from "../people/field-columns-queries.ts";

/** Login states of living members by id; null without a login. */
export async function selectLoginStates(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, Row<"member_login">["state"] | null>> {
  const rows = await sqlOf(tx)
    .selectFrom("member as m")
    .leftJoin("member_login as l", (join) =>
      join.onRef("l.tenant_id", "=", "m.tenant_id").onRef("l.member_id", "=", "m.id"),
    )
    .select(["m.id", "l.state"])
    .where("m.id", "=", anyOf(ids))
    .where("m.deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Moves living members to the trash; returns their ids. */
export async function trashRows(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const rows = await sqlOf(tx)
    .updateTable("member")
    .set({ deleted_at: now, ...deletedBy(tx), version: nextVersion })
    .where("id", "=", anyOf(ids))
    .where("deleted_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function restoreRows(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const rows = await sqlOf(tx)
    .updateTable("member")
    .set({
      deleted_at: null,
      deleted_by_id: null,
      deleted_by_system: null,
      version: nextVersion,
    })
    .where("id", "=", anyOf(ids))
    .where("deleted_at", "is not", null)
    .where("anonymised_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these are there, in the trash or not. */
export async function existingIds(tx: ReadTx, ids: readonly string[]): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("member")
    .select("id")
    .where("id", "=", anyOf(ids))
    .where("anonymised_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectTrash(
  tx: ReadTx,
  words: readonly string[],
  {
    page,
    size,
    sort,
    dir,
  }: { page: number; size: number; sort: "deletedAt" | "lastname"; dir: "ASC" | "DESC" },
) {
  const way = direction(dir);
  const found = sqlOf(tx)
    .selectFrom("member as m")
    .leftJoin("member as deleted_by", (by) =>
      by
        .onRef("deleted_by.tenant_id", "=", "m.tenant_id")
        .onRef("deleted_by.id", "=", "m.deleted_by_id"),
    )
    .select(({ fn }) => [
      "m.id",
      "m.member_number",
      "m.first_name",
      "m.last_name",
      "m.birthday",
      "m.city",
      sql<Date>`m.deleted_at`.as("deleted_at"),
      authorName("deleted_by").as("deleted_by"),
      fn.countAll<number>().over().as("total"),
    ])
    .where("m.deleted_at", "is not", null)
    .where("m.anonymised_at", "is", null)
    .where((await searchCondition(tx, words, true)) ?? sql<boolean>`true`);
  const sorted =
    sort === "deletedAt"
      ? found.orderBy("m.deleted_at", way)
      : found.orderBy("m.last_name", way).orderBy("m.first_name", way);
  return sorted
    .orderBy("m.id", way)
    .limit(size)
    .offset(page * size)
    .execute();
}

/** Members whose time in the trash is over. */
export async function selectDueForAnonymisation(tx: ReadTx, most: number): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom(["member as m", "club as t"])
    .select("m.id")
    .where("m.deleted_at", "<", sql<Date>`now() - t.trash_days * interval '1 day'`)
    .where("m.anonymised_at", "is", null)
    .orderBy("m.deleted_at")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Name shown where an anonymised member stood. */
export const ANONYMISED_NAME = "Anonymisiertes Mitglied";

/**
 * Wipes everything personal of a member in the trash. Year of birth, gender, joining and leaving
 * stay for statistics.
 */
export async function anonymiseRow(tx: WriteTx, id: string): Promise<boolean> {
  const db = sqlOf(tx);
  const found = await db
    .selectFrom("member")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .where("anonymised_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return false;
  await sql`
    UPDATE member SET anonymised_at = now(), ${sql.raw(ERASED_FIELDS)},
      custom_fields = '{}', is_admin = false, permissions = '{}', picture_64 = NULL,
      picture_256 = NULL, picture_512 = NULL, search_text = '', name_sound = '',
      deleted_by_id = NULL, deleted_by_system = NULL,
      updated_by_id = NULL, updated_by_system = NULL,
      updated_at = now(), version = version + 1
    WHERE id = ${id}`.execute(db);
  await db.updateTable("membership").set({ function: null }).where("member_id", "=", id).execute();
  await db.deleteFrom("member_view").where("owner_id", "=", id).execute();
  return true;
}
