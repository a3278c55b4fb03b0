import { addAbortSignal, type Readable } from "node:stream";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { mapConnectionErrors } from "#platform/server/http/connection-errors.ts";
import { claimBlob, releaseBlob, settleBlob } from "#platform/server/blobs/blob-queries.ts";
import { type BlobStore, DamagedParts } from "#platform/server/blobs/blobs.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import {
  chunkBytesOf,
  MAX_FILE_BYTES,
  type OnConflict,
  UPLOAD_INCOMPLETE,
  type UploadState,
} from "../../contract.ts";
import { addFile, type Placed } from "../entries/entries.ts";
import { selectEntry } from "../entries/path-queries.ts";
import type { ShareRecord } from "../shares/share-queries.ts";
import { checkAllowed, type Incoming, joinParts } from "./incoming.ts";
import {
  deleteChunks,
  deleteUpload,
  insertChunk,
  insertUpload,
  lockUpload,
  selectChunks,
  setUploadDone,
  type UploadRecord,
} from "./upload-queries.ts";
import { chunkCount, partOf, stateOf, toBlob, toState, type UploadTarget } from "./upload-state.ts";

/** How the steps of an upload reach the database; each step is a transaction of its own. */
interface Transactions {
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
}

/** A request whose bytes are being written. */
interface Sending {
  stop: AbortController;
  done: Promise<unknown>;
}

/** What the sender says when all chunks have been sent. */
interface Finish {
  sha256: string | undefined;
  onConflict: OnConflict | undefined;
}

/** Uploads in chunks, as one application receives them. */
export class ChunkedUploads {
  readonly #blobs: BlobStore;
  /**
   * By upload, what this application is writing. A chunk may be sent again while its broken sending
   * still hangs.
   */
  readonly #sendings = new Map<string, Set<Sending>>();

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  /**
   * Begins an upload: place in the store first, then the row that claims it. `write` may return an
   * upload begun before.
   */
  async start(
    { write }: Transactions,
    { share, userId, names, onConflict, createFolders }: UploadTarget,
    { size, modifiedAt }: { size: number; modifiedAt: Date },
  ): Promise<UploadState> {
    checkSize(share, size);
    const chunkSize = chunkBytesOf(size);
    const blob = await this.#blobs.begin(size, chunkSize);
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
        chunk_size: chunkSize,
        modified_at: modifiedAt,
        blob_key: blob.key,
        store_state: blob.state,
      });
      return toState(upload, []);
    });
    return begun.finally(async () => {
      // Repeated under its key, the upload has its place already.
      if (!isOurs) await this.#blobs.discard(blob);
    });
  }

  /** Stores one chunk; one that has arrived already is taken as said, not as sent. */
  async receive(
    { read, write }: Transactions,
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
    const bytes = mapConnectionErrors(addAbortSignal(stop.signal, content));
    const done = this.#blobs.writePart(toBlob(upload), part, bytes);
    const left = this.#add(upload.id, { stop, done });
    try {
      const receipt = await done;
      return await write(async (tx) => {
        await insertChunk(tx, upload.id, number, receipt);
        return stateOf(tx, upload);
      });
    } finally {
      left();
    }
  }

  /**
   * Joins the chunks and puts the file into its folder. May be repeated: after an answer that got
   * lost, or with another onConflict.
   */
  async finish(
    transactions: Transactions,
    share: ShareRecord,
    upload: UploadRecord,
    { sha256, onConflict }: Finish,
  ): Promise<Placed> {
    const { read, write } = transactions;
    if (upload.entry_id !== null) return read((tx) => placedBefore(tx, upload));
    const incoming = await this.#joined(transactions, upload);
    try {
      checkSum(incoming, sha256);
      checkAllowed(incoming, share);
    } catch (error) {
      await this.abort(transactions, upload);
      throw error;
    }
    return write(async (tx) => {
      const held = await lockUpload(tx, upload.id);
      if (held === undefined) throw notFound();
      if (held.entry_id !== null) return placedBefore(tx, held);
      await settleBlob(tx, incoming);
      const content = { ...incoming, blobKey: incoming.key, modifiedAt: upload.modified_at };
      const placed = await addFile(tx, share.id, upload.path.split("/"), content, {
        onConflict: onConflict ?? upload.on_conflict,
        createFolders: upload.create_folders,
      });
      await setUploadDone(tx, upload.id, placed.record.id);
      return placed;
    });
  }

  /** Gives an unfinished upload up; of a finished one only its row goes. */
  async abort({ write }: Transactions, upload: UploadRecord): Promise<void> {
    const given = await write(async (tx) => {
      const held = await lockUpload(tx, upload.id);
      if (held === undefined) return false;
      await deleteUpload(tx, upload.id);
      if (held.entry_id === null) await releaseBlob(tx, held.blob_key);
      return held.entry_id === null;
    });
    if (given) await this.#blobs.discard(toBlob(upload));
  }

  async #joined({ read, write }: Transactions, upload: UploadRecord): Promise<Incoming> {
    const chunks = await read((tx) => selectChunks(tx, upload.id));
    if (chunks.length !== chunkCount(upload)) throw incomplete();
    await this.#endSendings(upload.id);
    const receipts = chunks.map(({ receipt }) => receipt);
    const fileName = upload.path.split("/").at(-1) ?? "";
    try {
      return await joinParts(this.#blobs, toBlob(upload), receipts, fileName);
    } catch (error) {
      if (!(error instanceof DamagedParts)) throw error;
      await write((tx) => deleteChunks(tx, upload.id, error.numbers));
      throw incomplete(error);
    }
  }

  /** Returns what takes it out again. */
  #add(uploadId: string, sending: Sending): () => void {
    const sendings = this.#sendings.get(uploadId) ?? new Set();
    this.#sendings.set(uploadId, sendings.add(sending));
    return () => {
      sendings.delete(sending);
      if (sendings.size === 0) this.#sendings.delete(uploadId);
    };
  }

  /** When all chunks have arrived, a sending that still hangs must not touch the bytes any more. */
  async #endSendings(uploadId: string): Promise<void> {
    for (const { stop, done } of this.#sendings.get(uploadId) ?? []) {
      stop.abort();
      await done.catch(() => {});
    }
  }
}

async function placedBefore(tx: ReadTx, upload: UploadRecord): Promise<Placed> {
  const entry =
    upload.entry_id === null ? undefined : await selectEntry(tx, upload.share_id, upload.entry_id);
  if (entry === undefined) throw notFound();
  return { record: entry, names: entry.path.split("/") };
}

function checkSize({ quota, used_bytes }: ShareRecord, size: number): void {
  if (size > MAX_FILE_BYTES)
    throw new AppError("TOO_LARGE", {
      code: "FILE_TOO_LARGE",
      detail: "Eine Datei darf höchstens 20 GiB groß sein.",
    });
  if (quota !== null && used_bytes + size > quota)
    throw new AppError("STORE_FULL", {
      code: "QUOTA_EXCEEDED",
      detail: "So viel Speicherplatz hat diese Ablage nicht mehr frei.",
    });
}

function checkSum(incoming: Incoming, said: string | undefined): void {
  if (said === undefined || said.toLowerCase() === incoming.sha256) return;
  throw new AppError("UNPROCESSABLE", {
    code: "CHECKSUM_MISMATCH",
    detail: "Die Datei ist nicht unversehrt angekommen. Bitte laden Sie sie noch einmal hoch.",
  });
}

function incomplete(cause?: Error): AppError {
  return new AppError("CONFLICT", {
    code: UPLOAD_INCOMPLETE,
    detail: "Es sind noch nicht alle Teile der Datei angekommen.",
    cause,
  });
}
