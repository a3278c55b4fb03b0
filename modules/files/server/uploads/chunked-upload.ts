import { addAbortSignal, type Readable } from "node:stream";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { claimBlob, releaseBlob, settleBlob } from "#platform/server/blobs/blob-queries.ts";
import {
  type BlobPart,
  type BlobStore,
  DamagedParts,
  type PartialBlob,
} from "#platform/server/blobs/blobs.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import {
  CHUNK_BYTES,
  MAX_FILE_BYTES,
  type OnConflict,
  UPLOAD_INCOMPLETE,
  type UploadState,
} from "../../contract.ts";
import { addFile, type Placed } from "../entries/entries.ts";
import { selectEntry } from "../entries/entry-queries.ts";
import { checkAllowed, joinParts, unbroken } from "./incoming.ts";
import type { ShareRecord } from "../shares/share-queries.ts";
import {
  deleteChunks,
  deleteUpload,
  insertChunk,
  insertUpload,
  lockUpload,
  selectChunks,
  selectUpload,
  setUploadDone,
  type UploadRecord,
} from "./upload-queries.ts";

/** How the steps of an upload reach the database; each step is a transaction of its own. */
interface Transactions {
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
}

export interface UploadTarget {
  share: ShareRecord;
  userId: string;
  names: readonly string[];
  onConflict: OnConflict;
  createFolders: boolean;
}

/**
 * Begins an upload: place in the store first, then the row that claims it. `write` may answer with
 * an upload begun before.
 */
export async function startUpload(
  { write }: Transactions,
  blobs: BlobStore,
  { share, userId, names, onConflict, createFolders }: UploadTarget,
  { size, modifiedAt }: { size: number; modifiedAt: Date },
): Promise<UploadState> {
  if (size > MAX_FILE_BYTES)
    throw new AppError("TOO_LARGE", {
      code: "FILE_TOO_LARGE",
      detail: "Eine Datei darf höchstens 20 GiB groß sein.",
    });
  if (share.quota !== null && share.used_bytes + size > share.quota) throw quotaExceeded();
  const blob = await blobs.begin(size);
  let isOurs = false;
  const begun = write(async (tx) => {
    isOurs = true;
    await claimBlob(tx, { key: blob.key, size, sha256: "" });
    const upload = await insertUpload(tx, {
      share_id: share.id,
      user_id: userId,
      path: names.join("/"),
      on_conflict: onConflict,
      create_folders: createFolders,
      size,
      chunk_size: CHUNK_BYTES,
      modified_at: modifiedAt,
      blob_key: blob.key,
      store_state: blob.state,
    });
    return toState(upload, []);
  });
  return begun.finally(async () => {
    // Repeated under its key, the upload has its place already.
    if (!isOurs) await blobs.discard(blob);
  });
}

/** The caller's own upload; 404 for everybody else's. */
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

/**
 * Sendings that this process is writing, by upload. A chunk may be sent again while its broken
 * sending still hangs.
 */
const writing = new Map<string, Set<{ stop: AbortController; done: Promise<unknown> }>>();

/** Stores one chunk; one that has arrived already is taken as said, not as sent. */
export async function receiveChunk(
  { read, write }: Transactions,
  blobs: BlobStore,
  upload: UploadRecord,
  number: number,
  content: Readable,
): Promise<UploadState> {
  const part = partOf(upload, number);
  const before = await read((tx) => stateOf(tx, upload));
  if (upload.entry_id !== null || before.received.includes(number)) {
    content.resume();
    return before;
  }
  const stop = new AbortController();
  const done = blobs.writePart(
    toBlob(upload),
    part,
    unbroken(addAbortSignal(stop.signal, content)),
  );
  const sending = { stop, done };
  const sendings = writing.get(upload.id) ?? new Set();
  writing.set(upload.id, sendings.add(sending));
  try {
    const receipt = await done;
    return await write(async (tx) => {
      await insertChunk(tx, upload.id, number, receipt);
      return stateOf(tx, upload);
    });
  } finally {
    sendings.delete(sending);
    if (sendings.size === 0) writing.delete(upload.id);
  }
}

/** When all chunks have arrived, a sending that still hangs must not touch the bytes any more. */
async function endSendings(uploadId: string): Promise<void> {
  for (const { stop, done } of writing.get(uploadId) ?? []) {
    stop.abort();
    await done.catch(() => {});
  }
}

/**
 * Joins the chunks and puts the file into its folder. May be repeated: after an answer that got
 * lost, or with another onConflict.
 */
export async function finishUpload(
  { read, write }: Transactions,
  blobs: BlobStore,
  share: ShareRecord,
  upload: UploadRecord,
  { sha256, onConflict }: { sha256: string | undefined; onConflict: OnConflict | undefined },
): Promise<Placed> {
  if (upload.entry_id !== null) return read((tx) => finished(tx, upload));
  const chunks = await read((tx) => selectChunks(tx, upload.id));
  if (chunks.length !== chunkCount(upload)) throw incomplete();
  await endSendings(upload.id);
  const names = upload.path.split("/");
  const receipts = chunks.map(({ receipt }) => receipt);
  const incoming = await joinParts(blobs, toBlob(upload), receipts, names.at(-1) ?? "").catch(
    async (error: unknown) => {
      if (!(error instanceof DamagedParts)) throw error;
      await write((tx) => deleteChunks(tx, upload.id, error.numbers));
      throw incomplete(error);
    },
  );
  try {
    if (sha256 !== undefined && sha256.toLowerCase() !== incoming.sha256) {
      throw new AppError("UNPROCESSABLE", {
        code: "CHECKSUM_MISMATCH",
        detail: "Die Datei ist nicht unversehrt angekommen. Bitte laden Sie sie noch einmal hoch.",
      });
    }
    checkAllowed(incoming, share);
  } catch (error) {
    await abortUpload({ read, write }, blobs, upload);
    throw error;
  }
  return write(async (tx) => {
    const held = await lockUpload(tx, upload.id);
    if (held === undefined) throw notFound();
    if (held.entry_id !== null) return finished(tx, held);
    await settleBlob(tx, incoming);
    const content = { ...incoming, blobKey: incoming.key, modifiedAt: upload.modified_at };
    const placed = await addFile(tx, share.id, names, content, {
      onConflict: onConflict ?? upload.on_conflict,
      createFolders: upload.create_folders,
    });
    await setUploadDone(tx, upload.id, placed.record.id);
    return placed;
  });
}

/** Gives an unfinished upload up; a finished one is only forgotten. */
export async function abortUpload(
  { write }: Transactions,
  blobs: BlobStore,
  upload: UploadRecord,
): Promise<void> {
  const given = await write(async (tx) => {
    const held = await lockUpload(tx, upload.id);
    if (held === undefined) return false;
    await deleteUpload(tx, upload.id);
    if (held.entry_id === null) await releaseBlob(tx, held.blob_key);
    return held.entry_id === null;
  });
  if (given) await blobs.discard(toBlob(upload));
}

async function finished(tx: ReadTx, upload: UploadRecord): Promise<Placed> {
  const entry =
    upload.entry_id === null ? undefined : await selectEntry(tx, upload.share_id, upload.entry_id);
  if (entry === undefined) throw notFound();
  return { record: entry, names: entry.path.split("/") };
}

function partOf({ size, chunk_size }: UploadRecord, number: number): BlobPart {
  const offset = number * chunk_size;
  if (offset >= size)
    throw new AppError("BAD_REQUEST", {
      code: "NO_SUCH_CHUNK",
      detail: "So viele Teile hat diese Datei nicht.",
    });
  return { number, offset, size: Math.min(chunk_size, size - offset) };
}

function chunkCount({ size, chunk_size }: UploadRecord): number {
  return Math.ceil(size / chunk_size);
}

function toBlob({ blob_key, size, store_state }: UploadRecord): PartialBlob {
  return { key: blob_key, size, state: store_state };
}

function toState(upload: UploadRecord, received: number[]): UploadState {
  return {
    uploadId: upload.id,
    chunkSize: upload.chunk_size,
    chunks: chunkCount(upload),
    received,
  };
}

function incomplete(cause?: Error): AppError {
  return new AppError("CONFLICT", {
    code: UPLOAD_INCOMPLETE,
    detail: "Es sind noch nicht alle Teile der Datei angekommen.",
    cause,
  });
}

function quotaExceeded(): AppError {
  return new AppError("STORE_FULL", {
    code: "QUOTA_EXCEEDED",
    detail: "So viel Speicherplatz hat diese Ablage nicht mehr frei.",
  });
}
