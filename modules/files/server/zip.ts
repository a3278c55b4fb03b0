import { once } from "node:events";
import { ZipArchive } from "archiver";
import type { BlobStore } from "#platform/server/blobs.ts";
import type { ByteAnswer } from "#platform/server/implement.ts";
import { contentFor, disposition, type Viewer } from "./download.ts";
import type { ZipItem } from "./entry-queries.ts";

/** What packing makes smaller; pictures, films and office documents are packed already. */
const PACKABLE = /^(text\/|application\/(json|xml|rtf|msword|vnd\.ms-)|image\/(svg|bmp|tiff))/;

/** Streams a ZIP: one file is open at a time, nothing is held. Stops when the receiver goes away. */
export function sendZip(blobs: BlobStore, name: string, items: readonly ZipItem[], viewer: Viewer, signal: AbortSignal): ByteAnswer {
  const zip = new ZipArchive({ zlib: { level: 6 } });
  void fill(zip, blobs, items, viewer, signal).catch((error: unknown) => zip.destroy(error as Error));
  return {
    contentType: "application/zip",
    content: zip,
    headers: { "content-disposition": disposition("attachment", `${name}.zip`), "x-content-type-options": "nosniff" },
  };
}

async function fill(zip: ZipArchive, blobs: BlobStore, items: readonly ZipItem[], viewer: Viewer, signal: AbortSignal): Promise<void> {
  for (const item of items) {
    const { path, is_folder, blob_key, content_type, modified_at } = item;
    if (signal.aborted) return void zip.destroy();
    const packed = once(zip, "entry", { signal });
    if (is_folder) zip.append("", { name: `${zipName(path)}/`, date: modified_at });
    else if (blob_key !== null)
      zip.append(await contentFor(blobs, { ...item, blob_key }, viewer), { name: zipName(path), date: modified_at, store: !PACKABLE.test(content_type ?? "") });
    await packed;
  }
  await zip.finalize();
}

/** Windows cannot unpack some signs that other systems allow in names. */
function zipName(path: string): string {
  return path.replace(/[<>:"|?*]/g, "_");
}
