import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import type { BlobStore, StoredBlob } from "#platform/server/blobs/blobs.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import { toWebp } from "#platform/server/images/images.ts";
import { selectTenant } from "./queries.ts";

const LOGO_SIZE = 512;

/** Stores the picture as WebP that fits 512 × 512; the caller claims the blob. */
export async function storeLogo(blobs: BlobStore, content: Readable): Promise<StoredBlob> {
  const [logo] = await toWebp({ bytes: await buffer(content), sizes: [LOGO_SIZE], square: false });
  if (logo === undefined) throw new Error("no picture came back");
  return blobs.put(Readable.from([logo]), { maxBytes: logo.byteLength });
}

export async function readLogo(
  blobs: BlobStore,
  read: <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>,
): Promise<Readable> {
  const { logo_key: key } = await read(selectTenant);
  if (key === null) throw notFound();
  return blobs.get(key);
}
