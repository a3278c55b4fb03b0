import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { contentDisposition } from "#platform/server/http/content-disposition.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { handedOver, type HandsOver } from "#platform/server/blobs/handed-over.ts";
import type { ByteAnswer } from "#platform/server/http/implement.ts";
import { isHarmless, isPicture, sentType } from "../uploads/content-type.ts";
import { withoutPositions } from "../versions/positions.ts";
import type { VersionRecord } from "../versions/version-queries.ts";

/** The headers of a request that decide what of a file is sent. */
interface ByteRequest {
  range?: string | undefined;
  "if-range"?: string | undefined;
  "if-none-match"?: string | undefined;
}

/**
 * ORIGINAL: every byte as it came. WITHOUT_POSITION: pictures do not tell where they were taken.
 */
export type Viewer = "ORIGINAL" | "WITHOUT_POSITION";

interface Download {
  viewer: Viewer;
  fileName: string;
  /** Saved instead of shown, whatever it is. */
  save: boolean;
}

/** A file's bytes: whole, a part of them (206), nothing new (304) or none there (416). */
export async function sendFile(
  services: HandsOver & { blobs: BlobStore },
  file: VersionRecord,
  { viewer, fileName, save }: Download,
  request: FastifyRequest,
): Promise<ByteAnswer> {
  const { blobs } = services;
  const asked: ByteRequest = request.headers;
  const hides = viewer === "WITHOUT_POSITION" && isPicture(file.content_type);
  const etag = `"${file.sha256}${hides ? "-v" : ""}"`;
  const shown = !save && isHarmless(file.content_type);
  const contentType = sentType(file.content_type);
  const headers: Record<string, string> = {
    etag,
    "accept-ranges": "bytes",
    "last-modified": file.modified_at.toUTCString(),
    // Asked again each time: the right to see it may be gone.
    "cache-control": "private, no-cache",
    "content-disposition": contentDisposition(shown ? "inline" : "attachment", fileName),
    "content-security-policy": contentPolicy(file.content_type),
    "x-content-type-options": "nosniff",
  };
  if (matches(asked["if-none-match"], etag))
    return { status: 304, contentType, content: Buffer.alloc(0), headers };
  const wanted =
    asked["if-range"] === undefined || asked["if-range"] === etag
      ? rangeOf(asked.range, file.size)
      : undefined;
  if (wanted === "UNSATISFIABLE") {
    return {
      status: 416,
      contentType: "text/plain",
      content: Buffer.alloc(0),
      headers: { "content-range": `bytes */${file.size}` },
    };
  }
  const handed =
    hides || file.size === 0 ? undefined : handedOver(services, file.blob_key, request);
  if (handed !== undefined) {
    // Whoever sends cuts the part that was asked for, and says that it can.
    const { "accept-ranges": _, ...told } = headers;
    return { contentType, content: Buffer.alloc(0), headers: { ...told, ...handed } };
  }
  if (wanted !== undefined) {
    headers["content-range"] = `bytes ${wanted.start}-${wanted.end}/${file.size}`;
    headers["content-length"] = String(wanted.end - wanted.start + 1);
    return {
      status: 206,
      contentType,
      content: await contentFor(blobs, file, viewer, wanted),
      headers,
    };
  }
  headers["content-length"] = String(file.size);
  return {
    contentType,
    content: file.size === 0 ? Buffer.alloc(0) : await contentFor(blobs, file, viewer),
    headers,
  };
}

/** Bytes of a version, or a part of them, as this viewer may have them. */
export async function contentFor(
  blobs: BlobStore,
  file: Pick<VersionRecord, "blob_key" | "position_spans"> & { content_type: string | null },
  viewer: Viewer,
  range?: { start: number; end: number },
): Promise<Readable> {
  const content = await blobs.get(file.blob_key, range);
  if (viewer === "ORIGINAL" || !isPicture(file.content_type)) return content;
  if (file.position_spans === null) {
    content.destroy();
    throw new AppError("UNAVAILABLE", {
      code: "PICTURE_IN_WORK",
      detail: "Das Bild wird gerade vorbereitet. Bitte versuchen Sie es gleich noch einmal.",
      retryAfterSeconds: 5,
    });
  }
  return file.position_spans.length === 0
    ? content
    : Readable.from(withoutPositions(content, file.position_spans, range?.start ?? 0));
}

/**
 * Nothing in a file may run or load anything. Only the browser's own PDF view does not work inside
 * a sandbox.
 */
function contentPolicy(contentType: string): string {
  const sandbox = contentType === "application/pdf" ? "" : " sandbox;";
  return `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self';${sandbox} frame-ancestors 'self'`;
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(",")
    .some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === etag);
}

/** One range, both ends inclusive. Several at once, or what cannot be read, mean the whole file. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "UNSATISFIABLE" | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "UNSATISFIABLE" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "UNSATISFIABLE" : { start, end };
}
