import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { authorName, deletedBySet } from "../people/author-queries.ts";
import { ERASED_FIELDS } from "../people/field-columns-queries.ts";
import { searchCondition } from "../list/list-queries.ts";

/** Login states of living members by id; null without a login. */
export async function selectLoginStates(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; state: string | null }>`
    SELECT m.id, l.state FROM member m LEFT JOIN login l ON l.tenant_id = m.tenant_id AND l.member_id = m.id
    WHERE m.id = ANY(${ids}::uuid[]) AND m.deleted_at IS NULL`.execute(sqlOf(tx));
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Moves living members to the trash; returns their ids. */
export async function trashRows(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE member SET deleted_at = now(), ${deletedBySet(tx)}, version = version + 1
    WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL RETURNING id`.execute(sqlOf(tx));
  return rows.map(({ id }) => id);
}

export async function restoreRows(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE member SET deleted_at = NULL, deleted_by_id = NULL, deleted_by_system = NULL,
      version = version + 1
    WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NOT NULL AND anonymised_at IS NULL RETURNING id`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}

/** Which of these are there, in the trash or not. */
export async function existingIds(tx: ReadTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM member WHERE id = ANY(${ids}::uuid[]) AND anonymised_at IS NULL`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}

export interface TrashRecord {
  id: string;
  member_number: string;
  first_name: string;
  last_name: string;
  birthday: string | null;
  city: string | null;
  deleted_at: Date;
  deleted_by: string | null;
  total: number;
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
): Promise<TrashRecord[]> {
  const search = (await searchCondition(tx, words, true)) ?? sql`true`;
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const order =
    sort === "deletedAt"
      ? sql`m.deleted_at ${direction}, m.id ${direction}`
      : sql`m.last_name ${direction}, m.first_name ${direction}, m.id ${direction}`;
  const { rows } = await sql<TrashRecord>`
    SELECT m.id, m.member_number, m.first_name, m.last_name, m.birthday::text AS birthday, m.city, m.deleted_at,
      ${authorName("deleted_by")} AS deleted_by, count(*) OVER ()::int AS total
    FROM member m
    WHERE m.deleted_at IS NOT NULL AND m.anonymised_at IS NULL AND ${search}
    ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`.execute(sqlOf(tx));
  return rows;
}

/** Members whose time in the trash is over. */
export async function selectDueForAnonymisation(tx: ReadTx, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM member m, tenant t
    WHERE m.deleted_at < now() - t.trash_days * interval '1 day' AND m.anonymised_at IS NULL
    ORDER BY m.deleted_at LIMIT ${most}`.execute(sqlOf(tx));
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
  const { rows } = await sql`
    SELECT FROM member WHERE id = ${id} AND deleted_at IS NOT NULL AND anonymised_at IS NULL
    FOR UPDATE`.execute(db);
  if (rows.length === 0) return false;
  await sql`
    UPDATE member SET anonymised_at = now(), ${sql.raw(ERASED_FIELDS)},
      custom_fields = '{}', is_admin = false, permissions = '{}', picture_64 = NULL,
      picture_256 = NULL, picture_512 = NULL, search_text = '', name_sound = '', deleted_by_id = NULL, deleted_by_system = NULL,
      updated_by_id = NULL, updated_by_system = NULL,
      updated_at = now(), version = version + 1
    WHERE id = ${id}`.execute(db);
  await sql`UPDATE membership SET function = NULL WHERE member_id = ${id}`.execute(db);
  await sql`DELETE FROM member_view WHERE owner_id = ${id}`.execute(db);
  return true;
}
