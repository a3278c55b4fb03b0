import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { GrantTable } from "#modules/grants/server/public.ts";
import type { ShareKind } from "../../contract.ts";

export const SHARE_GRANTS: GrantTable = { table: "file_share_grant", owner: "share_id" };

export interface ShareRecord {
  id: string;
  name: string;
  kind: ShareKind;
  allowed_types: string[] | null;
  quota: number | null;
  used_bytes: number;
  version: number;
}

export type ShareValues = Pick<ShareRecord, "name" | "allowed_types" | "quota">;

const columns = sql`id, name, kind, allowed_types, quota::float8 AS quota, used_bytes::float8 AS used_bytes, version`;

export async function selectShare(tx: ReadTx, id: string): Promise<ShareRecord | undefined> {
  const { rows } =
    await sql<ShareRecord>`SELECT ${columns} FROM file_share WHERE id = ${id}`.execute(sqlOf(tx));
  return rows[0];
}

/** All shares of the club; there are few. */
export type ShareName = Pick<ShareRecord, "id" | "name" | "kind">;

export async function selectShareNames(tx: ReadTx): Promise<ShareName[]> {
  const { rows } =
    await sql<ShareName>`SELECT id, name, kind FROM file_share ORDER BY name, id`.execute(
      sqlOf(tx),
    );
  return rows;
}

export interface ShareSearch {
  kinds: readonly ShareKind[];
  /** Only these; null: all of the kinds. */
  ids: readonly string[] | null;
  /** Part of the name. */
  q: string | null;
  sort: "name" | "usedBytes";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

function matching({ kinds, ids, q }: Pick<ShareSearch, "kinds" | "ids" | "q">) {
  const named =
    q === null
      ? sql`true`
      : sql`name COLLATE "default" ILIKE ${`%${q.replace(/[\\%_]/g, "\\$&")}%`}`;
  return sql`kind = ANY(${kinds}::text[]) AND (${ids}::uuid[] IS NULL OR id = ANY(${ids}::uuid[])) AND ${named}`;
}

export async function selectShares(
  tx: ReadTx,
  search: ShareSearch,
): Promise<{ records: ShareRecord[]; total: number }> {
  const db = sqlOf(tx);
  const dir = search.dir === "ASC" ? sql`ASC` : sql`DESC`;
  const order = search.sort === "name" ? sql`name ${dir}, id` : sql`used_bytes ${dir}, name, id`;
  const { rows } = await sql<ShareRecord>`
    SELECT ${columns} FROM file_share WHERE ${matching(search)} ORDER BY ${order} LIMIT ${search.size} OFFSET ${search.page * search.size}`.execute(
    db,
  );
  const { rows: counted } = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total FROM file_share WHERE ${matching(search)}`.execute(db);
  return { records: rows, total: counted[0]?.total ?? 0 };
}

/** Makes a share and its root. */
export async function insertShare(
  tx: WriteTx,
  id: string,
  kind: ShareKind,
  values: ShareValues,
): Promise<void> {
  const db = sqlOf(tx);
  await sql`INSERT INTO file_share (id, kind, name, allowed_types, quota) VALUES (${id}, ${kind}, ${values.name}, ${values.allowed_types}, ${values.quota})`.execute(
    db,
  );
  await sql`INSERT INTO file_entry (id, share_id, name, is_folder) VALUES (${id}, ${id}, '', true)`.execute(
    db,
  );
}

/** Changes the share when `version` is still the one in the database. */
export async function updateShareRow(
  tx: WriteTx,
  id: string,
  version: number,
  values: ShareValues,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE file_share SET name = ${values.name}, allowed_types = ${values.allowed_types}, quota = ${values.quota}, version = version + 1
    WHERE id = ${id} AND version = ${version}`.execute(sqlOf(tx));
  return numAffectedRows === 1n;
}

/** Removes the share with all it holds; returns the keys of the bytes it gave up. */
export async function deleteShareRows(tx: WriteTx, id: string): Promise<string[]> {
  const db = sqlOf(tx);
  const { rows } = await sql<{ key: string }>`
    SELECT DISTINCT key FROM file_entry e JOIN file_version v ON v.tenant_id = e.tenant_id AND v.entry_id = e.id
      CROSS JOIN LATERAL (VALUES (v.blob_key), (v.thumbnail_256), (v.thumbnail_1024), (v.thumbnail_2048)) AS held (key)
    WHERE e.share_id = ${id} AND key IS NOT NULL
    UNION SELECT blob_key FROM file_upload WHERE share_id = ${id} AND entry_id IS NULL`.execute(db);
  await sql`DELETE FROM file_share WHERE id = ${id}`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Takes room in a share; false when its limit does not leave so much. Negative numbers give room
 * back.
 */
export async function takeRoom(tx: WriteTx, shareId: string, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE file_share SET used_bytes = used_bytes + ${bytes}::bigint
    WHERE id = ${shareId} AND (${bytes}::bigint <= 0 OR quota IS NULL OR used_bytes + ${bytes}::bigint <= quota)`.execute(
    sqlOf(tx),
  );
  return numAffectedRows === 1n;
}

/**
 * Keeps a share's tree still until the end of the transaction: `shared` for adding to it, which may
 * go on side by side, `alone` for moving and deleting, so that nothing is added below what is just
 * going.
 */
export async function lockTree(
  tx: WriteTx,
  shareId: string,
  how: "shared" | "alone",
): Promise<void> {
  const lock = how === "shared" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`SELECT ${lock}(hashtextextended('file-tree ' || ${shareId}, 0))`.execute(sqlOf(tx));
}

/** Some entries chosen for one ZIP. */
export async function insertSelection(
  tx: WriteTx,
  shareId: string,
  entryIds: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO file_selection (share_id, entry_ids) VALUES (${shareId}, ${entryIds}::uuid[]) RETURNING id`.execute(
    sqlOf(tx),
  );
  return rows[0]?.id ?? "";
}

export async function selectSelection(
  tx: ReadTx,
  id: string,
  shareId: string,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ entry_ids: string[] }>`
    SELECT entry_ids FROM file_selection WHERE id = ${id} AND share_id = ${shareId}`.execute(
    sqlOf(tx),
  );
  return rows[0]?.entry_ids;
}

export async function deleteOldSelections(tx: WriteTx): Promise<void> {
  await sql`DELETE FROM file_selection WHERE created_at < now() - interval '1 day'`.execute(
    sqlOf(tx),
  );
}
