import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { pathOf } from "./entries/path-queries.ts";

/** Every version of a file that a member uploaded. */
export async function selectUploadedBy(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("file_version as v")
    .innerJoin("file_entry as e", (join) =>
      join.onRef("e.tenant_id", "=", "v.tenant_id").onRef("e.id", "=", "v.entry_id"),
    )
    .innerJoin("file_share as share", (join) =>
      join.onRef("share.tenant_id", "=", "e.tenant_id").onRef("share.id", "=", "e.share_id"),
    )
    .crossJoin(pathOf("e"))
    .select(["share.name as share", "place.path"])
    .select(["v.version", "v.size", "v.content_type", "v.modified_at", "v.added_at", "v.blob_key"])
    .where("v.modified_by", "=", memberId)
    .orderBy("share.name")
    .orderBy("place.path", (order) => order.collate("german"))
    .orderBy("v.version")
    .execute();
}

/** Uploads of a member that have not arrived; they expire after a day. */
export async function selectUnfinishedUploads(tx: ReadTx, memberId: string) {
  return sqlOf(tx)
    .selectFrom("file_upload as u")
    .innerJoin("file_share as share", (join) =>
      join.onRef("share.tenant_id", "=", "u.tenant_id").onRef("share.id", "=", "u.share_id"),
    )
    .select(["share.name as share", "u.path", "u.size", "u.created_at"])
    .where("u.user_id", "=", memberId)
    .orderBy("u.created_at")
    .execute();
}

/** Files in the trash that a member put there. */
export async function selectTrashedBy(
  tx: ReadTx,
  memberId: string,
): Promise<{ name: string; deleted_at: Date }[]> {
  return sqlOf(tx)
    .selectFrom("file_entry")
    .select(["name", "deleted_at"])
    .where("deleted_by", "=", memberId)
    .where("deleted_at", "is not", null)
    .$narrowType<{ deleted_at: Date }>()
    .orderBy("deleted_at")
    .execute();
}

/** Names of shares by id. */
export async function selectShareNames(tx: ReadTx): Promise<Map<string, string>> {
  const rows = await sqlOf(tx).selectFrom("file_share").select(["id", "name"]).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The files stay the club's; who uploaded or deleted them is no longer said. */
export async function eraseUploader(tx: WriteTx, memberId: string): Promise<void> {
  const db = sqlOf(tx);
  const noAuthor = { modified_by: null, modified_by_name: null };
  await db.updateTable("file_version").set(noAuthor).where("modified_by", "=", memberId).execute();
  await db.updateTable("file_entry").set(noAuthor).where("modified_by", "=", memberId).execute();
  await db
    .updateTable("file_entry")
    .set({ deleted_by: null, deleted_by_name: null })
    .where("deleted_by", "=", memberId)
    .execute();
}
