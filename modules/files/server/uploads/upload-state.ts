import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { BlobPart, PartialBlob } from "#platform/server/blobs/blobs.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { OnConflict, UploadState } from "../../contract.ts";
import type { ShareRecord } from "../shares/share-queries.ts";
import { selectChunks, selectUpload, type UploadRecord } from "./upload-queries.ts";

export interface UploadTarget {
  share: ShareRecord;
  userId: string;
  names: readonly string[];
  onConflict: OnConflict;
  createFolders: boolean;
}

/** Returns the caller's own upload; 404 for everybody else's. */
export async function uploadOf(
  tx: ReadTx,
  { share, userId }: Pick<UploadTarget, "share" | "userId">,
  id: string | undefined,
): Promise<UploadRecord> {
  const upload = id === undefined ? undefined : await selectUpload(tx, id, share.id, userId);
  if (upload === undefined) throw notFound();
  return upload;
}

export async function stateOf(tx: ReadTx, upload: UploadRecord): Promise<UploadState> {
  const chunks = await selectChunks(tx, upload.id);
  return toState(
    upload,
    chunks.map(({ chunk }) => chunk),
  );
}

export function toState(upload: UploadRecord, received: number[]): UploadState {
  return {
    uploadId: upload.id,
    chunkSize: upload.chunk_size,
    chunks: chunkCount(upload),
    received,
  };
}

export function partOf({ size, chunk_size }: UploadRecord, number: number): BlobPart {
  const offset = number * chunk_size;
  if (offset >= size)
    throw new AppError("BAD_REQUEST", {
      code: "NO_SUCH_CHUNK",
      detail: "So viele Teile hat diese Datei nicht.",
    });
  return { number, offset, size: Math.min(chunk_size, size - offset) };
}

export function chunkCount({ size, chunk_size }: UploadRecord): number {
  return Math.ceil(size / chunk_size);
}

export function toBlob({ blob_key, size, store_state }: UploadRecord): PartialBlob {
  return { key: blob_key, size, state: store_state };
}
