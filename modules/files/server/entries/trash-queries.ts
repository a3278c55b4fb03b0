import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { TRASH_DAYS } from "../../contract.ts";
import { type EntryRecord, entryColumns } from "./entry-queries.ts";

export interface TrashRecord extends EntryRecord {
  deleted_at: Date;
  deleted_by: string | null;
  deleted_by_name: string | null;
  deleted_path: string;
}

/** One row goes into the trash; what is below it is in the trash with it. */
export async function trashEntry(tx: WriteTx, id: string, path: string): Promise<void> {
  await sql`
    UPDATE file_entry SET deleted_at = now(), deleted_by = ${tx.actor.userId}, deleted_by_name = ${tx.actor.name}, deleted_path = ${path}
    WHERE id = ${id} AND deleted_at IS NULL`.execute(sqlOf(tx));
}

const trashColumns = sql`${entryColumns("e")}, e.deleted_at, e.deleted_by, e.deleted_by_name, e.deleted_path`;

export async function selectTrash(
  tx: ReadTx,
  shareId: string,
  { page, size, dir }: { page: number; size: number; dir: "ASC" | "DESC" },
) {
  const db = sqlOf(tx);
  const { rows } = await sql<TrashRecord>`
    SELECT ${trashColumns} FROM file_entry e WHERE e.share_id = ${shareId} AND e.deleted_at IS NOT NULL
    ORDER BY e.deleted_at ${dir === "ASC" ? sql`ASC` : sql`DESC`}, e.id LIMIT ${size} OFFSET ${page * size}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM file_entry WHERE share_id = ${shareId} AND deleted_at IS NOT NULL`.execute(
    db,
  );
  return { records: rows, total: counted[0]?.total ?? 0 };
}

export async function selectTrashed(
  tx: ReadTx,
  shareId: string,
  id: string,
): Promise<TrashRecord | undefined> {
  const { rows } = await sql<TrashRecord>`
    SELECT ${trashColumns} FROM file_entry e WHERE e.id = ${id} AND e.share_id = ${shareId} AND e.deleted_at IS NOT NULL`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

export async function untrashEntry(
  tx: WriteTx,
  id: string,
  parentId: string,
  name: string,
): Promise<void> {
  await sql`
    UPDATE file_entry SET deleted_at = NULL, deleted_by = NULL, deleted_by_name = NULL, deleted_path = NULL, parent_id = ${parentId}, name = ${name}
    WHERE id = ${id}`.execute(sqlOf(tx));
}

/** Ids in the trash of a share: one, or all. */
export async function selectTrashIds(
  tx: ReadTx,
  shareId: string,
  id: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM file_entry WHERE share_id = ${shareId} AND deleted_at IS NOT NULL AND (${id}::uuid IS NULL OR id = ${id})`.execute(
    sqlOf(tx),
  );
  return rows.map((row) => row.id);
}

/** What has been in the trash for its time, of all shares. */
export async function selectOverdue(
  tx: ReadTx,
  limit: number,
): Promise<{ id: string; share_id: string }[]> {
  const { rows } = await sql<{ id: string; share_id: string }>`
    SELECT id, share_id FROM file_entry WHERE deleted_at < now() - make_interval(days => ${TRASH_DAYS}) ORDER BY deleted_at LIMIT ${limit}`.execute(
    sqlOf(tx),
  );
  return rows;
}

/**
 * Removes entries with all below them for good; returns the room they took and the keys of the
 * bytes nobody else holds.
 */
export async function deleteForGood(
  tx: WriteTx,
  ids: readonly string[],
): Promise<{ bytes: number; keys: string[] }> {
  const db = sqlOf(tx);
  const { rows } = await sql<{ bytes: number; keys: string[] | null }>`
    WITH RECURSIVE below AS (
      SELECT id FROM file_entry WHERE id = ANY(${ids}::uuid[])
      UNION SELECT child.id FROM below JOIN file_entry child ON child.parent_id = below.id
    ), gone AS (
      SELECT v.* FROM below JOIN file_version v ON v.entry_id = below.id
    )
    SELECT (SELECT coalesce(sum(size), 0)::float8 FROM (SELECT DISTINCT blob_key, size FROM gone) held) AS bytes,
      (SELECT array_agg(DISTINCT key) FROM gone CROSS JOIN LATERAL (VALUES (blob_key), (thumbnail_256), (thumbnail_1024), (thumbnail_2048)) AS held (key)
        WHERE key IS NOT NULL) AS keys`.execute(db);
  await sql`DELETE FROM file_entry WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return { bytes: rows[0]?.bytes ?? 0, keys: rows[0]?.keys ?? [] };
}
