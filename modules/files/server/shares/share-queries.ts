import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import {
  anyOf,
  anyText,
  containing,
  direction,
  nextVersion,
} from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { GrantTable } from "#modules/grants/server/public.ts";
import type { ShareKind } from "../../contract.ts";
import { keysOfVersion } from "../versions/version-queries.ts";

export const SHARE_GRANTS: GrantTable = { table: "file_share_grant", owner: "share_id" };

const COLUMNS = ["id", "name", "kind", "allowed_types", "quota", "used_bytes", "version"] as const;

export type ShareRecord = Row<"file_share", (typeof COLUMNS)[number]>;
export type ShareValues = Pick<ShareRecord, "name" | "allowed_types" | "quota">;

export async function selectShare(tx: ReadTx, id: string): Promise<ShareRecord | undefined> {
  return sqlOf(tx).selectFrom("file_share").select(COLUMNS).where("id", "=", id).executeTakeFirst();
}

export type ShareName = Pick<ShareRecord, "id" | "name" | "kind">;

/** All shares of the club; there are few. */
export async function selectShareNames(tx: ReadTx): Promise<ShareName[]> {
  return sqlOf(tx)
    .selectFrom("file_share")
    .select(["id", "name", "kind"])
    .orderBy("name")
    .orderBy("id")
    .execute();
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

export async function selectShares(
  tx: ReadTx,
  { kinds, ids, q, sort, dir, page, size }: ShareSearch,
): Promise<{ records: ShareRecord[]; total: number }> {
  const matching = sqlOf(tx)
    .selectFrom("file_share")
    .where("kind", "=", anyText(kinds))
    .$if(ids !== null, (query) => query.where("id", "=", anyOf(ids ?? [])))
    .$if(q !== null, (query) =>
      query.where(sql<string>`name COLLATE "default"`, "ilike", containing(q ?? "")),
    );
  const records = await matching
    .select(COLUMNS)
    .orderBy(sort === "name" ? "name" : "used_bytes", direction(dir))
    .orderBy("name")
    .orderBy("id")
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { records, total };
}

/** Makes a share and its root. */
export async function insertShare(
  tx: WriteTx,
  id: string,
  kind: ShareKind,
  values: ShareValues,
): Promise<void> {
  const db = sqlOf(tx);
  await db
    .insertInto("file_share")
    .values({ id, kind, ...values })
    .execute();
  await db
    .insertInto("file_entry")
    .values({ id, share_id: id, name: "", is_folder: true })
    .execute();
}

/** Changes the share when `version` is still the one in the database. */
export async function updateShareRow(
  tx: WriteTx,
  id: string,
  version: number,
  values: ShareValues,
): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(tx)
    .updateTable("file_share")
    .set({ ...values, version: nextVersion })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the share with all it holds; returns the keys of the bytes it gave up. */
export async function deleteShareRows(tx: WriteTx, id: string): Promise<string[]> {
  const db = sqlOf(tx);
  const rows = await db
    .selectFrom("file_entry as e")
    .innerJoin("file_version as v", (join) =>
      join.onRef("v.tenant_id", "=", "e.tenant_id").onRef("v.entry_id", "=", "e.id"),
    )
    .crossJoin(keysOfVersion("v"))
    .select("held.key")
    .where("e.share_id", "=", id)
    .where("held.key", "is not", null)
    .$narrowType<{ key: string }>()
    .union(
      db
        .selectFrom("file_upload")
        .select("blob_key as key")
        .where("share_id", "=", id)
        .where("entry_id", "is", null),
    )
    .execute();
  await db.deleteFrom("file_share").where("id", "=", id).execute();
  return rows.map(({ key }) => key);
}

/**
 * Takes room in a share; false when its limit does not leave so much. Negative numbers give room
 * back.
 */
export async function takeRoom(tx: WriteTx, shareId: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await sqlOf(tx)
    .updateTable("file_share")
    .set(({ eb }) => ({ used_bytes: eb("used_bytes", "+", bytes) }))
    .where("id", "=", shareId)
    .$if(bytes > 0, (query) =>
      query.where(({ eb, or, ref }) =>
        or([
          eb("quota", "is", null),
          eb(eb("used_bytes", "+", bytes), "<=", ref("quota").$notNull()),
        ]),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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
  const lock = how === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await sqlOf(tx)
    .selectNoFrom(({ fn }) =>
      fn<unknown>(lock, [sql`hashtextextended('file-tree ' || ${shareId}, 0)`]).as("lock"),
    )
    .execute();
}

/** Some entries chosen for one ZIP. */
export async function insertSelection(
  tx: WriteTx,
  shareId: string,
  entryIds: readonly string[],
): Promise<string> {
  const { id } = await sqlOf(tx)
    .insertInto("file_selection")
    .values({ share_id: shareId, entry_ids: [...entryIds] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function selectSelection(
  tx: ReadTx,
  id: string,
  shareId: string,
): Promise<string[] | undefined> {
  const row = await sqlOf(tx)
    .selectFrom("file_selection")
    .select("entry_ids")
    .where("id", "=", id)
    .where("share_id", "=", shareId)
    .executeTakeFirst();
  return row?.entry_ids;
}

export async function deleteOldSelections(tx: WriteTx): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("file_selection")
    .where("created_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}
