import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { OnConflict } from "../../contract.ts";

/** An upload in chunks, going on or done. */
export interface UploadRecord {
  id: string;
  share_id: string;
  user_id: string;
  path: string;
  on_conflict: OnConflict;
  create_folders: boolean;
  size: number;
  chunk_size: number;
  modified_at: Date;
  blob_key: string;
  store_state: string;
  entry_id: string | null;
}

export type NewUpload = Omit<UploadRecord, "id" | "entry_id">;

const columns = sql`id, share_id, user_id, path, on_conflict, create_folders, size::float8 AS size, chunk_size::float8 AS chunk_size, modified_at,
  blob_key, store_state, entry_id`;

export async function insertUpload(tx: WriteTx, upload: NewUpload): Promise<UploadRecord> {
  const { rows } = await sql<UploadRecord>`
    INSERT INTO file_upload (share_id, user_id, path, on_conflict, create_folders, size, chunk_size, modified_at, blob_key, store_state)
    VALUES (${upload.share_id}, ${upload.user_id}, ${upload.path}, ${upload.on_conflict}, ${upload.create_folders}, ${upload.size}, ${upload.chunk_size},
      ${upload.modified_at}, ${upload.blob_key}, ${upload.store_state}) RETURNING ${columns}`.execute(
    sqlOf(tx),
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the upload was not written");
  return row;
}

/** An upload of this member in this share. */
export async function selectUpload(
  tx: ReadTx,
  id: string,
  shareId: string,
  userId: string,
): Promise<UploadRecord | undefined> {
  const { rows } = await sql<UploadRecord>`
    SELECT ${columns} FROM file_upload WHERE id = ${id} AND share_id = ${shareId} AND user_id = ${userId}`.execute(
    sqlOf(tx),
  );
  return rows[0];
}

/** Holds the upload until the end of the transaction: one finishes it. */
export async function lockUpload(tx: WriteTx, id: string): Promise<UploadRecord | undefined> {
  const { rows } =
    await sql<UploadRecord>`SELECT ${columns} FROM file_upload WHERE id = ${id} FOR UPDATE`.execute(
      sqlOf(tx),
    );
  return rows[0];
}

/** Chunks that have arrived with their receipts, in order of their numbers. */
export async function selectChunks(
  tx: ReadTx,
  uploadId: string,
): Promise<{ chunk: number; receipt: string }[]> {
  const { rows } = await sql<{ chunk: number; receipt: string }>`
    SELECT chunk, receipt FROM file_upload_chunk WHERE upload_id = ${uploadId} ORDER BY chunk`.execute(
    sqlOf(tx),
  );
  return rows;
}

/** Notes a chunk as arrived. */
export async function insertChunk(
  tx: WriteTx,
  uploadId: string,
  chunk: number,
  receipt: string,
): Promise<void> {
  await sql`INSERT INTO file_upload_chunk (upload_id, chunk, receipt) VALUES (${uploadId}, ${chunk}, ${receipt})
    ON CONFLICT (tenant_id, upload_id, chunk) DO UPDATE SET receipt = excluded.receipt`.execute(
    sqlOf(tx),
  );
}

/** Forgets chunks that have to come again. */
export async function deleteChunks(
  tx: WriteTx,
  uploadId: string,
  numbers: readonly number[],
): Promise<void> {
  await sql`DELETE FROM file_upload_chunk WHERE upload_id = ${uploadId} AND chunk = ANY(${numbers})`.execute(
    sqlOf(tx),
  );
}

export async function setUploadDone(tx: WriteTx, id: string, entryId: string): Promise<void> {
  await sql`UPDATE file_upload SET entry_id = ${entryId} WHERE id = ${id}`.execute(sqlOf(tx));
}

export async function deleteUpload(tx: WriteTx, id: string): Promise<void> {
  await sql`DELETE FROM file_upload WHERE id = ${id}`.execute(sqlOf(tx));
}

/** Uploads begun more than a day ago. */
export async function selectExpiredUploads(tx: ReadTx): Promise<UploadRecord[]> {
  const { rows } = await sql<UploadRecord>`
    SELECT ${columns} FROM file_upload WHERE created_at < now() - interval '24 hours' ORDER BY created_at LIMIT 1000`.execute(
    sqlOf(tx),
  );
  return rows;
}
