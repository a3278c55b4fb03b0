import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { AppError } from "#platform/server/http/app-error.ts";
import { mapConnectionErrors } from "#platform/server/http/connection-errors.ts";
import type { BlobStore, PartialBlob, StoredBlob } from "#platform/server/blobs/blobs.ts";
import {
  type ContentType,
  detectContentType,
  HEAD_BYTES,
  isAllowed,
  TAIL_BYTES,
} from "./content-type.ts";
import { announcedPixels, isCutHeic } from "../versions/picture-head.ts";
import type { ShareRecord } from "../shares/share-queries.ts";

/** Stored bytes with what they are. */
export interface Incoming extends StoredBlob, ContentType {
  /**
   * Why these bytes are no picture to keep in a gallery; undefined: nothing speaks against them.
   */
  refusal: AppError | undefined;
}

/** More than any phone takes (200 megapixels), less than a bomb needs. */
const MAX_PICTURE_PIXELS = 250_000_000;

/** Stores a stream and tells its type by its first bytes. */
export async function storeStream(
  blobs: BlobStore,
  content: AsyncIterable<Uint8Array>,
  fileName: string,
  maxBytes: number,
): Promise<Incoming> {
  const head = new Head();
  const stored = await blobs.put(head.watching(mapConnectionErrors(content)), { maxBytes });
  const type = await detectContentType(head.bytes, fileName, () => tailOf(blobs, stored));
  return { ...stored, ...type, refusal: refusalOf(head.bytes, stored.size) };
}

/** Joins bytes that came in parts; on the way their checksum and type are told. */
export async function joinParts(
  blobs: BlobStore,
  blob: PartialBlob,
  receipts: readonly string[],
  fileName: string,
): Promise<Incoming> {
  const head = new Head();
  const hash = createHash("sha256");
  await blobs.join(blob, receipts, (bytes) => {
    head.see(bytes);
    hash.update(bytes);
  });
  const { key, size } = blob;
  const type = await detectContentType(head.bytes, fileName, () => tailOf(blobs, blob));
  return { key, size, sha256: hash.digest("hex"), ...type, refusal: refusalOf(head.bytes, size) };
}

/** Galleries take no bombs and no pictures that broke off; documents are kept as they are. */
function refusalOf(head: Uint8Array, size: number): AppError | undefined {
  if ((announcedPixels(head) ?? 0) > MAX_PICTURE_PIXELS) {
    return new AppError("TOO_LARGE", {
      code: "IMAGE_TOO_BIG",
      detail: "Das Bild hat zu viele Bildpunkte. Bitte wählen Sie ein kleineres.",
    });
  }
  if (!isCutHeic(head, size)) return undefined;
  return new AppError("UNPROCESSABLE", {
    code: "IMAGE_BROKEN",
    detail: "Das Bild lässt sich nicht lesen; die Datei ist beschädigt.",
  });
}

/** A share that takes only some types refuses the others with 415, whatever a file calls itself. */
export function checkAllowed(
  { contentType, refusal }: Pick<Incoming, "contentType" | "refusal">,
  { kind, allowed_types }: Pick<ShareRecord, "kind" | "allowed_types">,
): void {
  if (isAllowed(contentType, kind, allowed_types)) {
    if (kind === "IMAGES" && refusal !== undefined) throw refusal;
    return;
  }
  const what =
    kind === "IMAGES" && allowed_types === null
      ? "Hier sind nur Bilder erlaubt (JPEG, PNG, HEIC, WebP, GIF)."
      : "Dieser Dateityp ist hier nicht erlaubt.";
  throw new AppError("UNSUPPORTED_TYPE", {
    code: "TYPE_NOT_ALLOWED",
    detail: `${what} Der Inhalt der Datei ist vom Typ ${contentType}.`,
  });
}

async function tailOf(
  blobs: BlobStore,
  { key, size }: { key: string; size: number },
): Promise<Uint8Array> {
  return size === 0
    ? new Uint8Array()
    : buffer(await blobs.get(key, { start: Math.max(0, size - TAIL_BYTES), end: size - 1 }));
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
