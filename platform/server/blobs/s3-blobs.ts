import { createHash } from "node:crypto";
import { AppError } from "../http/app-error.ts";
import { pieces } from "../pieces.ts";
import {
  type BlobStore,
  isBlobKey,
  MIN_PART_BYTES,
  newBlobKey,
  type PartialBlob,
  wrongPartSize,
} from "./blobs.ts";
import { type Bucket, openBucket } from "./s3/s3-client.ts";
import { keyOfObject } from "./s3/s3-keys.ts";
import { translatingErrors } from "./s3/s3-errors.ts";
import type { S3Place } from "./s3/s3-place.ts";
import { deleteObject, getObject, listObjects, objectSize, putObject } from "./s3/s3-objects.ts";
import {
  deleteSmallParts,
  joinSmallParts,
  SMALL_PARTS,
  writeSmallPart,
} from "./s3/s3-small-parts.ts";
import {
  abortUpload,
  completeUpload,
  type PartTag,
  startUpload,
  unfinishedUploads,
  type Upload,
  uploadPart,
} from "./s3/s3-uploads.ts";

type Content = AsyncIterable<Uint8Array>;

/**
 * Objects in a bucket of any S3-compatible store. An object appears whole or not at all, so keys
 * are final at once.
 */
export function s3BlobStore(place: S3Place): BlobStore {
  const bucket = openBucket(place);
  return {
    put: (content, { maxBytes, key = newBlobKey() }) =>
      translatingErrors(async () => ({
        key,
        ...(await putStream(bucket, key, content, maxBytes)),
      })),
    get: (key, range) => translatingErrors(() => getObject(bucket, key, range)),
    size: (key) =>
      translatingErrors(() => objectSize(bucket, key)).catch((error: unknown) => {
        if (error instanceof AppError && error.status === 404) return undefined;
        throw error;
      }),
    delete: (key) => translatingErrors(() => deleteWithUploads(bucket, key)),
    keysOlderThan: (time) => keysOlderThan(bucket, time),
    begin: (size, partBytes) =>
      translatingErrors(async () => {
        if (partBytes < MIN_PART_BYTES) return { key: newBlobKey(), size, state: SMALL_PARTS };
        const { key, id } = await startUpload(bucket, newBlobKey());
        return { key, size, state: id };
      }),
    writePart: (blob, part, content) =>
      translatingErrors(async () => {
        const bytes = await exactly(content, part.size);
        if (blob.state === SMALL_PARTS) return writeSmallPart(bucket, blob, part, bytes);
        return (await uploadPart(bucket, uploadOf(blob), part.number, bytes)) ?? "";
      }),
    join: (blob, receipts, look) =>
      translatingErrors(() => joinParts(bucket, blob, receipts, look)),
    discard: (blob) =>
      translatingErrors(() =>
        blob.state === SMALL_PARTS
          ? deleteSmallParts(bucket, blob.key)
          : abortUpload(bucket, uploadOf(blob)),
      ),
  };
}

/** Puts a stream of unknown length under a key; returns its size and checksum. */
async function putStream(
  bucket: Bucket,
  key: string,
  content: Content,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  let upload: Upload | undefined;
  const tags: PartTag[] = [];
  try {
    for await (const { bytes, last } of pieces(content, MIN_PART_BYTES)) {
      size += bytes.byteLength;
      if (size > maxBytes) throw new AppError("TOO_LARGE");
      hash.update(bytes);
      if (last && upload === undefined) {
        await putObject(bucket, key, bytes);
      } else {
        upload ??= await startUpload(bucket, key);
        tags.push(await uploadPart(bucket, upload, tags.length, bytes));
      }
    }
    if (upload !== undefined) await completeUpload(bucket, upload, tags);
  } catch (error) {
    if (upload !== undefined) await abortUpload(bucket, upload).catch(() => {});
    throw error;
  }
  return { size, sha256: hash.digest("hex") };
}

async function deleteWithUploads(bucket: Bucket, key: string): Promise<void> {
  await deleteObject(bucket, key);
  await deleteSmallParts(bucket, key);
  for (const upload of await unfinishedUploads(bucket, key)) await abortUpload(bucket, upload);
}

async function* keysOlderThan(bucket: Bucket, time: Date): AsyncIterable<string> {
  let last: string | undefined;
  for await (const { key: name, written } of listObjects(bucket)) {
    const key = keyOfObject(name);
    if (key === undefined || key === last || written >= time) continue;
    // Parts of a key follow each other in the list.
    last = key;
    yield key;
  }
  for (const { key, begun } of await unfinishedUploads(bucket))
    if (isBlobKey(key) && begun < time) yield key;
}

/** Returns the bytes of a part, which have to be as many as announced. */
async function exactly(content: Content, size: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let arrived = 0;
  for await (const chunk of content) {
    arrived += chunk.byteLength;
    if (arrived > size) throw wrongPartSize();
    chunks.push(chunk);
  }
  if (arrived !== size) throw wrongPartSize();
  return Buffer.concat(chunks);
}

async function joinParts(
  bucket: Bucket,
  blob: PartialBlob,
  receipts: readonly string[],
  look: (bytes: Uint8Array) => void,
): Promise<void> {
  if (blob.state === SMALL_PARTS) {
    const put = (content: Content) => putStream(bucket, blob.key, content, blob.size);
    return joinSmallParts(bucket, blob, receipts, { look, put });
  }
  if (receipts.length === 0) {
    // An upload without parts cannot be completed.
    await putObject(bucket, blob.key, new Uint8Array());
    await abortUpload(bucket, uploadOf(blob));
    return;
  }
  try {
    await completeUpload(bucket, uploadOf(blob), receipts);
  } catch (error) {
    // Joined before, by this upload's first try to finish? Stores answer that in different ways;
    // the object tells.
    const present = await objectSize(bucket, blob.key).catch(() => undefined);
    if (present !== blob.size) throw error;
  }
  for await (const bytes of await getObject(bucket, blob.key)) look(bytes as Uint8Array);
}

function uploadOf({ key, state }: PartialBlob): Upload {
  return { key, id: state };
}
