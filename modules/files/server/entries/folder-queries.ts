import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyText, direction, pageBound } from "#platform/server/database/expressions.ts";
import { ENTRY_COLUMNS, type EntryRecord } from "./entry-record.ts";

interface FolderSearch {
  extensions: readonly string[] | null;
  sort: "name" | "lastModified" | "size" | "contentType" | "takenAt";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

export async function selectChild(
  tx: ReadTx,
  parentId: string,
  name: string,
): Promise<EntryRecord | undefined> {
  return living(tx, parentId).select(ENTRY_COLUMNS).where("name", "=", name).executeTakeFirst();
}

/** Living children of a folder with these names, or all. */
export async function selectChildIds(
  tx: ReadTx,
  folderId: string,
  names: readonly string[] | null,
): Promise<string[]> {
  const rows = await living(tx, folderId)
    .select("id")
    .$if(names !== null, (query) => query.where("name", "=", anyText(names ?? [])))
    .execute();
  return rows.map(({ id }) => id);
}

/** What lies directly in a folder, folders first; in German order where the field is the same. */
export async function selectFolder(
  tx: ReadTx,
  shareId: string,
  folderId: string,
  { extensions, sort, dir, page, size }: FolderSearch,
): Promise<{ records: EntryRecord[]; total: number }> {
  const children = living(tx, folderId)
    .where("share_id", "=", shareId)
    .$if(extensions !== null, (query) =>
      query.where(({ eb, or, ref }) =>
        or([ref("is_folder"), eb("extension", "=", anyText(extensions ?? []))]),
      ),
    );
  const first = children
    .select(ENTRY_COLUMNS)
    .orderBy("is_folder", "desc")
    .orderBy(FIELDS[sort], (order) => order[direction(dir)]().nullsLast())
    .orderBy("name")
    .orderBy("id")
    .limit(pageBound((page + 1) * size));
  const [records, { total }] = await Promise.all([
    sqlOf(tx)
      .selectFrom(first.as("first"))
      .selectAll()
      .limit(size)
      .offset(page * size)
      .execute(),
    children.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { records, total };
}

const FIELDS = {
  name: "name",
  lastModified: "modified_at",
  size: "size",
  contentType: "content_type",
  takenAt: sql<Date>`coalesce(taken_at, modified_at)`,
} as const;

/** Names in a folder that are `stem (number)ending`, for finding one that is free. */
export async function selectNumbered(
  tx: ReadTx,
  parentId: string,
  stem: string,
  ending: string,
): Promise<string[]> {
  const rows = await living(tx, parentId)
    .select("name")
    .where(({ and, eb, fn, ref, val }) =>
      and([
        fn<boolean>("starts_with", [sql`${ref("name")} COLLATE "default"`, val(`${stem} (`)]),
        eb(fn<string>("right", ["name", sql`${ending.length + 1}::int`]), "=", `)${ending}`),
      ]),
    )
    .execute();
  return rows.map(({ name }) => name);
}

function living(tx: ReadTx, parentId: string) {
  return sqlOf(tx)
    .selectFrom("file_entry")
    .where("parent_id", "=", parentId)
    .where("deleted_at", "is", null);
}
