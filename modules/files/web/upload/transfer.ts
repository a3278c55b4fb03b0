import { addressOf, call } from "#platform/web/api/api.ts";
import {
  filesContract,
  PLAIN_UPLOAD_BYTES,
  type Entry,
  type OnConflict,
  type UploadState,
} from "../../contract.ts";
import { withRetries } from "./retry.ts";
import { sendBytes } from "./send-bytes.ts";
import { inTransferSlot } from "./transfer-slots.ts";
import { failureOf, UploadFailure } from "./upload-failure.ts";

export interface Transfer {
  shareId: string;
  /** Full path within the share; folders on the way are made. */
  path: string;
  file: File;
  onConflict: OnConflict;
  /** A chunked upload that was begun before. */
  uploadId: string | undefined;
  signal: AbortSignal;
  /** Bytes that have left, of the whole file. */
  onProgress: (sent: number) => void;
  /** The server has begun to hold chunks. */
  onBegun: (uploadId: string) => void;
}

/** Where an upload goes, and the server's name of it. */
interface UploadPlace {
  shareId: string;
  path: string;
  uploadId: string;
}

/** Calls in the background: no bar, no red list; the panel tells. */
const UNSEEN = { quiet: true, silent: true } as const;
const BYTES = "application/octet-stream";
/** Of sending what is missing. */
const MOST_ROUNDS = 3;

/** Brings one file to the server, at once or in chunks. Fails as `UploadFailure` or `NameTaken`. */
export async function transferFile(transfer: Transfer): Promise<void> {
  try {
    await (transfer.file.size > PLAIN_UPLOAD_BYTES ? inChunks(transfer) : atOnce(transfer));
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * Returns how many bytes of an upload the server holds; undefined when it has forgotten the upload.
 */
export async function arrivedBytes({
  shareId,
  path,
  uploadId,
  size,
}: UploadPlace & { size: number }): Promise<number | undefined> {
  const params = { id: shareId, path };
  try {
    const { received, chunkSize } = await call(filesContract.getUpload, {
      params,
      query: { uploadId },
      ...UNSEEN,
    });
    return received.reduce((sum, chunk) => sum + chunkLength(size, chunkSize, chunk), 0);
  } catch (error) {
    const failure = failureOf(error);
    if (failure instanceof UploadFailure && failure.kind === "not_exists") return undefined;
    throw failure;
  }
}

function chunkLength(size: number, chunkSize: number, chunk: number): number {
  return Math.min(chunkSize, size - chunk * chunkSize);
}

/** Tells the server that an upload will not be finished; when that fails, it expires by itself. */
export async function abortTransfer({ shareId, path, uploadId }: UploadPlace): Promise<void> {
  await call(filesContract.uploadFile, {
    params: { id: shareId, path },
    query: { phase: "abort", uploadId },
    body: "",
    ...UNSEEN,
  }).catch(() => {});
}

async function atOnce({
  shareId,
  path,
  file,
  onConflict,
  signal,
  onProgress,
}: Transfer): Promise<void> {
  const query = {
    onConflict,
    createFolders: "true",
    lastModified: new Date(file.lastModified).toISOString(),
  };
  const address = addressOf(filesContract.uploadFile, { id: shareId, path }, query);
  // The same key for all tries: an answer lost on the way is given again instead of "exists
  // already".
  const key = crypto.randomUUID();
  await withRetries(
    () =>
      inTransferSlot(() =>
        sendBytes({
          address,
          key,
          body: file,
          contentType: file.type || BYTES,
          signal,
          onProgress,
        }),
      ),
    signal,
  );
}

async function inChunks(transfer: Transfer): Promise<void> {
  let state = await stateOf(transfer);
  for (let round = 1; ; round += 1) {
    await sendMissing(transfer, state);
    try {
      await finish(transfer, state.uploadId);
      return;
    } catch (error) {
      // What the server no longer has as it arrived, after a power cut for example, goes once more.
      if (!(error instanceof UploadFailure) || !error.chunksMissing || round === MOST_ROUNDS)
        throw error;
      state = await stateOf({ ...transfer, uploadId: state.uploadId });
    }
  }
}

async function sendMissing(
  { shareId, path, file, signal, onProgress }: Transfer,
  state: UploadState,
): Promise<void> {
  const { uploadId, chunkSize } = state;
  const received = new Set(state.received);
  const moving = new Map<number, number>();
  const sizeOf = (chunk: number) => chunkLength(file.size, chunkSize, chunk);
  const tell = () => {
    const whole = [...received].reduce((sum, chunk) => sum + sizeOf(chunk), 0);
    onProgress([...moving.values()].reduce((sum, part) => sum + part, whole));
  };
  tell();

  const missing = Array.from({ length: state.chunks }, (_, chunk) => chunk).filter(
    (chunk) => !received.has(chunk),
  );
  // The first chunk that fails for good stops the others.
  const stop = new AbortController();
  const together = AbortSignal.any([signal, stop.signal]);
  const sendChunk = (chunk: number) => {
    const address = addressOf(
      filesContract.uploadFile,
      { id: shareId, path },
      { phase: "upload", uploadId, chunk },
    );
    const body = file.slice(chunk * chunkSize, chunk * chunkSize + sizeOf(chunk));
    const progress = (sent: number) => {
      moving.set(chunk, Math.min(sent, body.size));
      tell();
    };
    return withRetries(
      () =>
        inTransferSlot(() =>
          sendBytes({
            address,
            key: crypto.randomUUID(),
            body,
            contentType: BYTES,
            signal: together,
            onProgress: progress,
          }),
        ),
      together,
    );
  };
  const worker = async () => {
    for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
      await sendChunk(chunk).finally(() => moving.delete(chunk));
      received.add(chunk);
      tell();
    }
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 }, () =>
      worker().catch((error: unknown) => {
        stop.abort(error);
        throw error;
      }),
    ),
  );
  signal.throwIfAborted();
  if (outcomes.some((outcome) => outcome.status === "rejected")) throw stop.signal.reason;
}

async function finish(
  { shareId, path, onConflict, signal }: Transfer,
  uploadId: string,
): Promise<void> {
  const request = {
    params: { id: shareId, path },
    query: { phase: "finish", uploadId, onConflict, createFolders: "true" },
    body: "{}",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    signal,
  } as const;
  await withRetries(() => call(filesContract.uploadFile, { ...request, ...UNSEEN }), signal);
}

/** What the server holds already, of an upload that goes on or of one that begins now. */
async function stateOf({
  shareId,
  path,
  file,
  onConflict,
  uploadId,
  signal,
  onBegun,
}: Transfer): Promise<UploadState> {
  const params = { id: shareId, path };
  if (uploadId !== undefined) {
    try {
      return await withRetries(
        () => call(filesContract.getUpload, { params, query: { uploadId }, signal, ...UNSEEN }),
        signal,
      );
    } catch (error) {
      // The server has forgotten it (24 hours): from the beginning.
      if (!(error instanceof UploadFailure) || error.kind !== "not_exists") throw error;
    }
  }
  const body = JSON.stringify({
    size: file.size,
    contentType: file.type || undefined,
    lastModified: new Date(file.lastModified).toISOString(),
  });
  const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
  const query = { phase: "start", onConflict, createFolders: "true" } as const;
  const begun = await withRetries(
    () => call(filesContract.uploadFile, { params, query, body, headers, signal, ...UNSEEN }),
    signal,
  );
  if (!isUploadState(begun)) throw new UploadFailure("server");
  onBegun(begun.uploadId);
  return begun;
}

function isUploadState(answer: Entry | UploadState): answer is UploadState {
  return "uploadId" in answer;
}
