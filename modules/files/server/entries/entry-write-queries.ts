import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { nextVersion, now } from "#platform/server/database/expressions.ts";
import type { Subtype } from "../../contract.ts";
import { COLUMNS_OF_E, ENTRY_COLUMNS, type EntryRecord } from "./entry-record.ts";

/** What a version of a file is made of. */
export interface NewContent {
  blobKey: string;
  size: number;
  sha256: string;
  contentType: string;
  subtype: Subtype;
  modifiedAt: Date;
}

/** Makes a folder; undefined when the name is taken by now. */
export async function insertFolder(
  tx: WriteTx,
  shareId: string,
  parentId: string,
  name: string,
): Promise<EntryRecord | undefined> {
  return sqlOf(tx)
    .insertInto("file_entry")
    .values({ share_id: shareId, parent_id: parentId, name, is_folder: true, ...modifiedBy(tx) })
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "parent_id", "name"])
        .where("deleted_at", "is", null)
        .doNothing(),
    )
    .returning(ENTRY_COLUMNS)
    .executeTakeFirst();
}

/** Makes a file with its first version; undefined when the name is taken by now. */
export async function insertFile(
  tx: WriteTx,
  shareId: string,
  parentId: string,
  name: string,
  content: NewContent,
): Promise<EntryRecord | undefined> {
  return sqlOf(tx)
    .with("made", (db) =>
      db
        .insertInto("file_entry")
        .values({
          share_id: shareId,
          parent_id: parentId,
          name,
          is_folder: false,
          extension: extensionOf(name),
          version: 1,
          ...contentOf(content),
          ...modifiedBy(tx),
        })
        .onConflict((conflict) =>
          conflict
            .columns(["tenant_id", "parent_id", "name"])
            .where("deleted_at", "is", null)
            .doNothing(),
        )
        .returning(ENTRY_COLUMNS),
    )
    .with("first_version", (db) =>
      db
        .insertInto("file_version")
        .columns(["entry_id", "version", "blob_key", ...CONTENT_COLUMNS])
        .expression(
          db
            .selectFrom("made")
            .select(({ val }) => ["id", "version", val(content.blobKey).as("blob_key")])
            .select(CONTENT_COLUMNS),
        ),
    )
    .selectFrom("made as e")
    .select(COLUMNS_OF_E)
    .executeTakeFirst();
}

/** Makes these bytes the file's current version; the ones before stay. */
export async function insertVersion(
  tx: WriteTx,
  entryId: string,
  content: NewContent,
): Promise<EntryRecord> {
  const values = { ...contentOf(content), ...modifiedBy(tx) };
  const entry = await sqlOf(tx)
    .updateTable("file_entry")
    .set({
      version: nextVersion,
      ...values,
      taken_at: null,
      has_thumbnail: false,
      added_at: now,
    })
    .where("id", "=", entryId)
    .returning(ENTRY_COLUMNS)
    .executeTakeFirst();
  if (entry?.version == null) throw new Error("the file vanished under its lock");
  const version = { entry_id: entryId, version: entry.version, blob_key: content.blobKey };
  await sqlOf(tx)
    .insertInto("file_version")
    .values({ ...version, ...values })
    .execute();
  return entry;
}

/** Columns that a file has of its current version. */
const CONTENT_COLUMNS = [
  "size",
  "sha256",
  "content_type",
  "subtype",
  "modified_at",
  "modified_by",
  "modified_by_name",
] as const;

function contentOf({ size, sha256, contentType, subtype, modifiedAt }: NewContent) {
  return { size, sha256, content_type: contentType, subtype, modified_at: modifiedAt };
}

function modifiedBy({ actor }: WriteTx) {
  return { modified_by: actor.userId, modified_by_name: actor.name };
}

/** Lower case, without the dot; empty when the name has none. */
function extensionOf(name: string): string {
  return /[^.]\.([^.\s]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Puts an entry elsewhere or gives it another name; what is below it comes along. */
export async function updatePlace(
  tx: WriteTx,
  id: string,
  parentId: string,
  name: string,
): Promise<void> {
  await sqlOf(tx)
    .updateTable("file_entry")
    .set((eb) => ({
      parent_id: parentId,
      name,
      extension: eb.case().when(eb.ref("is_folder")).then("").else(extensionOf(name)).end(),
    }))
    .where("id", "=", id)
    .execute();
}

/**
 * How deep and how long the paths of folders below a folder get, itself not counted; bytes with
 * their slashes.
 */
export async function selectReach(
  tx: ReadTx,
  folderId: string,
): Promise<{ depth: number; bytes: number }> {
  return sqlOf(tx)
    .withRecursive("below(id, depth, bytes)", (db) =>
      db
        .selectFrom("file_entry")
        .select(({ lit }) => ["id", lit<number>(0).as("depth"), lit<number>(0).as("bytes")])
        .where("id", "=", folderId)
        .unionAll(
          db
            .selectFrom("below")
            .innerJoin("file_entry as child", "child.parent_id", "below.id")
            .select(({ eb, fn, lit }) => [
              "child.id",
              eb("below.depth", "+", lit(1)).as("depth"),
              eb(
                eb("below.bytes", "+", lit(1)),
                "+",
                fn<number>("octet_length", ["child.name"]),
              ).as("bytes"),
            ])
            .where(({ and, eb, ref }) =>
              and([ref("child.is_folder"), eb("child.deleted_at", "is", null)]),
            ),
        ),
    )
    .selectFrom("below")
    .select(({ fn }) => [fn.max<number>("depth").as("depth"), fn.max<number>("bytes").as("bytes")])
    .executeTakeFirstOrThrow();
}
