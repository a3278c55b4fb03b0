import { attachment } from "#platform/server/http/content-disposition.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { ByteAnswer } from "#platform/server/http/implement.ts";
import { type ZipEntry, zipStream } from "#platform/server/documents/zip-stream.ts";
import { contentFor, type Viewer } from "./download.ts";
import type { ZipItem } from "./zip-queries.ts";

/** What packing makes smaller; pictures, films and office documents are packed already. */
const PACKABLE = /^(text\/|application\/(json|xml|rtf|msword|vnd\.ms-)|image\/(svg|bmp|tiff))/;

export function sendZip(
  blobs: BlobStore,
  name: string,
  items: readonly ZipItem[],
  viewer: Viewer,
): ByteAnswer {
  return {
    contentType: "application/zip",
    content: zipStream(entries(blobs, items, viewer)),
    headers: {
      ...attachment(`${name}.zip`),
      "x-content-type-options": "nosniff",
    },
  };
}

async function* entries(
  blobs: BlobStore,
  items: readonly ZipItem[],
  viewer: Viewer,
): AsyncGenerator<ZipEntry> {
  for (const item of items) {
    const { path, is_folder, blob_key, content_type, modified_at: date } = item;
    if (is_folder) yield { name: `${zipName(path)}/`, content: "", date };
    else if (blob_key !== null) {
      const content = await contentFor(blobs, { ...item, blob_key }, viewer);
      yield { name: zipName(path), content, date, store: !PACKABLE.test(content_type ?? "") };
    }
  }
}

/** Windows cannot unpack some signs that other systems allow in names. */
function zipName(path: string): string {
  return path.replace(/[<>:"|?*]/g, "_");
}
