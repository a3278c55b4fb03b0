import { pieces } from "../../pieces.ts";
import { type BlobPart, DamagedParts, type PartialBlob } from "../blobs.ts";
import type { Bucket } from "./s3-client.ts";
import { isMissing } from "./s3-errors.ts";
import { partName } from "./s3-keys.ts";
import { deleteObject, getObject, listObjects, objectSize, putObject } from "./s3-objects.ts";

/**
 * Parts smaller than a bucket's own uploads take. Each is an object of its own beside the key,
 * `KEY.p0`, `KEY.p1` and so on, until all of them are joined under the key.
 */

/** State of bytes whose parts are objects; those of a bucket's own uploads have its id. */
export const SMALL_PARTS = "small parts";

/** Writes one part; returns its receipt, its size. */
export async function writeSmallPart(
  bucket: Bucket,
  { key }: PartialBlob,
  { number }: BlobPart,
  bytes: Uint8Array,
): Promise<string> {
  await putObject(bucket, partName(key, number), bytes);
  return String(bytes.byteLength);
}

/**
 * Joins the parts by `put`, which stores a stream under their key, unless that was done before.
 * `look` sees all bytes once and in order.
 */
export async function joinSmallParts(
  bucket: Bucket,
  { key, size }: PartialBlob,
  receipts: readonly string[],
  {
    look,
    put,
  }: {
    look: (bytes: Uint8Array) => void;
    put: (content: AsyncIterable<Uint8Array>) => Promise<unknown>;
  },
): Promise<void> {
  if (await isThere(bucket, key, size)) {
    for await (const bytes of await getObject(bucket, key)) look(bytes as Uint8Array);
  } else {
    await put(looked(partsOf(bucket, key, receipts), look));
  }
  await deleteSmallParts(bucket, key);
}

/** Deletes all parts of a key, as many as there are. */
export async function deleteSmallParts(bucket: Bucket, key: string): Promise<void> {
  for await (const { key: name } of listObjects(bucket, partName(key, "")))
    await deleteObject(bucket, name);
}

async function isThere(bucket: Bucket, key: string, size: number): Promise<boolean> {
  try {
    return (await objectSize(bucket, key)) === size;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The bytes of the parts, one after the other; a part that is not what arrived is damaged. */
async function* partsOf(
  bucket: Bucket,
  key: string,
  receipts: readonly string[],
): AsyncGenerator<Uint8Array> {
  for (const [number, receipt] of receipts.entries()) {
    const content = await getObject(bucket, partName(key, number)).catch((error: unknown) => {
      throw isMissing(error) ? new DamagedParts([number]) : error;
    });
    // A part is small: whole before it is passed on, so that a damaged one adds nothing.
    for await (const { bytes } of pieces(content, Number(receipt))) {
      if (bytes.byteLength !== Number(receipt)) throw new DamagedParts([number]);
      yield bytes;
    }
  }
}

async function* looked(
  content: AsyncIterable<Uint8Array>,
  look: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    look(bytes);
    yield bytes;
  }
}
