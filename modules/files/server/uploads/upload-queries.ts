import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";
import type { NewRow, Row } from "#platform/server/database/tables.ts";

const COLUMNS = [
  "id",
  "share_id",
  "user_id",
  "path",
  "on_conflict",
  "create_folders",
  "size",
  "chunk_size",
  "modified_at",
  "blob_key",
  "store_state",
  "entry_id",
] as const;

/** An upload in chunks, going on or done. */
export type UploadRecord = Row<"file_upload", (typeof COLUMNS)[number]>;

export async function insertUpload(
  tx: WriteTx,
  upload: NewRow<"file_upload">,
): Promise<UploadRecord> {
  return sqlOf(tx)
    .insertInto("file_upload")
    .values(upload)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** An upload of this member in this share. */
export async function selectUpload(
  tx: ReadTx,
  id: string,
  shareId: string,
  userId: string,
): Promise<UploadRecord | undefined> {
  return sqlOf(tx)
    .selectFrom("file_upload")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("share_id", "=", shareId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Holds the upload until the end of the transaction: one finishes it. */
export async function lockUpload(tx: WriteTx, id: string): Promise<UploadRecord | undefined> {
  return sqlOf(tx)
    .selectFrom("file_upload")
    .select(COLUMNS)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Chunks that have arrived with their receipts, in order of their numbers. */
export async function selectChunks(
  tx: ReadTx,
  uploadId: string,
): Promise<Row<"file_upload_chunk", "chunk" | "receipt">[]> {
  return sqlOf(tx)
    .selectFrom("file_upload_chunk")
    .select(["chunk", "receipt"])
    .where("upload_id", "=", uploadId)
    .orderBy("chunk")
    .execute();
}

/** Notes a chunk as arrived. */
export async function insertChunk(
  tx: WriteTx,
  uploadId: string,
  chunk: number,
  receipt: string,
): Promise<void> {
  await sqlOf(tx)
    .insertInto("file_upload_chunk")
    .values({ upload_id: uploadId, chunk, receipt })
    .onConflict((conflict) =>
      conflict.columns(["tenant_id", "upload_id", "chunk"]).doUpdateSet({ receipt }),
    )
    .execute();
}

/** Forgets chunks that have to come again. */
export async function deleteChunks(
  tx: WriteTx,
  uploadId: string,
  numbers: readonly number[],
): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("file_upload_chunk")
    .where("upload_id", "=", uploadId)
    .where("chunk", "=", sql<number>`ANY(${numbers}::int[])`)
    .execute();
}

export async function setUploadDone(tx: WriteTx, id: string, entryId: string): Promise<void> {
  await sqlOf(tx)
    .updateTable("file_upload")
    .set({ entry_id: entryId })
    .where("id", "=", id)
    .execute();
}

export async function deleteUpload(tx: WriteTx, id: string): Promise<void> {
  await sqlOf(tx).deleteFrom("file_upload").where("id", "=", id).execute();
}

/** Uploads begun more than a day ago. */
export async function selectExpiredUploads(tx: ReadTx): Promise<UploadRecord[]> {
  return sqlOf(tx)
    .selectFrom("file_upload")
    .select(COLUMNS)
    .where("created_at", "<", sql<Date>`${now} - interval '24 hours'`)
    .orderBy("created_at")
    .limit(1000)
    .execute();
}
