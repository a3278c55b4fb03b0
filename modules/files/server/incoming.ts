import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AppError } from "#platform/server/app-error.ts";
import type { BlobStore, PartialBlob, StoredBlob } from "#platform/server/blobs.ts";
import { type ContentType, detectContentType, HEAD_BYTES, isAllowed, TAIL_BYTES } from "./content-type.ts";
import type { ShareRecord } from "./share-queries.ts";

/** Stored bytes with what they are. */
export interface Incoming extends StoredBlob, ContentType {}

/** Stores a stream and tells its type by its first bytes. */
export async function storeStream(blobs: BlobStore, content: Readable, fileName: string, maxBytes: number): Promise<Incoming> {
  const head = new Head();
  const stored = await blobs.put(head.watching(unbroken(content)), { maxBytes });
  return { ...stored, ...(await detectContentType(head.bytes, fileName, () => tailOf(blobs, stored))) };
}

/** Joins bytes that came in parts; on the way their checksum and type are told. */
export async function joinParts(blobs: BlobStore, blob: PartialBlob, receipts: readonly string[], fileName: string): Promise<Incoming> {
  const head = new Head();
  const hash = createHash("sha256");
  await blobs.join(blob, receipts, (bytes) => {
    head.see(bytes);
    hash.update(bytes);
  });
  const { key, size } = blob;
  const type = await detectContentType(head.bytes, fileName, () => tailOf(blobs, blob));
  return { key, size, sha256: hash.digest("hex"), ...type };
}

/** A share that takes only some types refuses the others with 415, whatever a file calls itself. */
export function checkAllowed({ contentType }: ContentType, { kind, allowed_types }: Pick<ShareRecord, "kind" | "allowed_types">): void {
  if (isAllowed(contentType, kind, allowed_types)) return;
  const what =
    kind === "IMAGES" && allowed_types === null ? "Hier sind nur Bilder erlaubt (JPEG, PNG, HEIC, WebP, GIF)." : "Dieser Dateityp ist hier nicht erlaubt.";
  throw new AppError("UNSUPPORTED_TYPE", { code: "TYPE_NOT_ALLOWED", detail: `${what} Der Inhalt der Datei ist vom Typ ${contentType}.` });
}

/** A connection that breaks is the sender's affair, not a fault of the server. */
export async function* unbroken(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("BAD_REQUEST", { code: "UPLOAD_BROKEN", detail: "Die Übertragung ist abgebrochen.", cause: error });
  }
}

async function tailOf(blobs: BlobStore, { key, size }: { key: string; size: number }): Promise<Uint8Array> {
  return size === 0 ? new Uint8Array() : buffer(await blobs.get(key, { start: Math.max(0, size - TAIL_BYTES), end: size - 1 }));
}

/** Keeps the first bytes of what passes by. */
class Head {
  #parts: Uint8Array[] = [];
  #length = 0;

  async *watching(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      this.see(chunk);
      yield chunk;
    }
  }

  see(chunk: Uint8Array): void {
    if (this.#length >= HEAD_BYTES) return;
    // A copy: the memory of a chunk may be used again.
    const part = Uint8Array.from(chunk.subarray(0, HEAD_BYTES - this.#length));
    this.#parts.push(part);
    this.#length += part.byteLength;
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}
