import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, direction, now } from "#platform/server/database/expressions.ts";
import type { Filled, Row } from "#platform/server/database/tables.ts";
import { TRASH_DAYS } from "../../contract.ts";
import { keysOfVersion } from "../versions/version-queries.ts";
import { ENTRY_COLUMNS, type EntryRecord } from "./entry-record.ts";

/** An entry with who put it into the trash, when and from where. */
export type TrashRecord = EntryRecord &
  Filled<
    Row<"file_entry", "deleted_at" | "deleted_by" | "deleted_by_name" | "deleted_path">,
    "deleted_at" | "deleted_path"
  >;

/** One row goes into the trash; what is below it is in the trash with it. */
export async function trashEntry(tx: WriteTx, id: string, path: string): Promise<void> {
  await sqlOf(tx)
    .updateTable("file_entry")
    .set({
      deleted_at: now,
      deleted_by: tx.actor.userId,
      deleted_by_name: tx.actor.name,
      deleted_path: path,
    })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
}

export async function selectTrash(
  tx: ReadTx,
  shareId: string,
  { page, size, dir }: { page: number; size: number; dir: "ASC" | "DESC" },
): Promise<{ records: TrashRecord[]; total: number }> {
  const records = await trashRecords(tx, shareId)
    .orderBy("deleted_at", direction(dir))
    .orderBy("id")
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await trashOf(tx, shareId)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { records, total };
}

export async function selectTrashed(
  tx: ReadTx,
  shareId: string,
  id: string,
): Promise<TrashRecord | undefined> {
  return trashRecords(tx, shareId).where("id", "=", id).executeTakeFirst();
}

/** Ids in the trash of a share: one, or all. */
export async function selectTrashIds(
  tx: ReadTx,
  shareId: string,
  id: string | null,
): Promise<string[]> {
  const rows = await trashOf(tx, shareId)
    .select("id")
    .$if(id !== null, (query) => query.where("id", "=", id))
    .execute();
  return rows.map((row) => row.id);
}

function trashOf(tx: ReadTx, shareId: string) {
  return sqlOf(tx)
    .selectFrom("file_entry")
    .where("share_id", "=", shareId)
    .where("deleted_at", "is not", null);
}

function trashRecords(tx: ReadTx, shareId: string) {
  return trashOf(tx, shareId)
    .select(ENTRY_COLUMNS)
    .select(["deleted_at", "deleted_by", "deleted_by_name", "deleted_path"])
    .$narrowType<Pick<TrashRecord, "deleted_at" | "deleted_path">>();
}

export async function untrashEntry(
  tx: WriteTx,
  id: string,
  parentId: string,
  name: string,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("file_entry")
    .set({
      deleted_at: null,
      deleted_by: null,
      deleted_by_name: null,
      deleted_path: null,
      parent_id: parentId,
      name,
    })
    .where("id", "=", id)
    .execute();
}

/** What has been in the trash for its time, of all shares. */
export async function selectOverdue(
  tx: ReadTx,
  limit: number,
): Promise<Row<"file_entry", "id" | "share_id">[]> {
  return sqlOf(tx)
    .selectFrom("file_entry")
    .select(["id", "share_id"])
    .where("deleted_at", "<", sql<Date>`now() - make_interval(days => ${TRASH_DAYS})`)
    .orderBy("deleted_at")
    .limit(limit)
    .execute();
}

/**
 * Removes entries with all below them for good; returns the room they took and the keys of the
 * bytes that no other row holds.
 */
export async function deleteForGood(
  tx: WriteTx,
  ids: readonly string[],
): Promise<{ bytes: number; keys: string[] }> {
  const db = sqlOf(tx);
  const { bytes, keys } = await db
    .withRecursive("below", (cte) =>
      cte
        .selectFrom("file_entry")
        .select("id")
        .where("id", "=", anyOf(ids))
        .union(
          cte
            .selectFrom("below")
            .innerJoin("file_entry as child", "child.parent_id", "below.id")
            .select("child.id"),
        ),
    )
    .with("gone", (cte) =>
      cte
        .selectFrom("below")
        .innerJoin("file_version as v", "v.entry_id", "below.id")
        .selectAll("v"),
    )
    .selectNoFrom(({ selectFrom }) => [
      selectFrom((held) =>
        held.selectFrom("gone").select(["blob_key", "size"]).distinct().as("held"),
      )
        .select(({ cast, fn }) => cast<number | null>(fn.sum("size"), "bigint").as("bytes"))
        .as("bytes"),
      selectFrom("gone")
        .crossJoin(keysOfVersion("gone"))
        .select(sql<string[] | null>`array_agg(DISTINCT held.key)`.as("keys"))
        .where("held.key", "is not", null)
        .as("keys"),
    ])
    .executeTakeFirstOrThrow();
  await db.deleteFrom("file_entry").where("id", "=", anyOf(ids)).execute();
  return { bytes: bytes ?? 0, keys: keys ?? [] };
}
