import { Readable } from "node:stream";
import { ZipArchive } from "archiver";

/** One file of an archive. A name that ends in `/` makes an empty folder. */
export interface ZipEntry {
  /** Path inside the archive, parts divided by `/`. */
  name: string;
  content: string | Buffer | Readable;
  date?: Date;
  /** True: put in as it is, because packing would not make it smaller. */
  store?: boolean;
}

/**
 * A ZIP file as a stream. Entries are asked for one after the other, each when the one before is
 * written, so one file is open at a time and nothing is held. An error of an entry ends the stream
 * with it, before the archive's directory: what has arrived until then is no readable ZIP. When the
 * receiver goes away, the open entry is closed and no more are asked for.
 */
export function zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipArchive({ zlib: { level: 6 } });
  void pack(zip, entries).catch((error: unknown) => zip.destroy(error as Error));
  return zip;
}

async function pack(
  zip: ZipArchive,
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): Promise<void> {
  for await (const { content, ...data } of entries) {
    await writeEntry(zip, content, data);
    if (zip.destroyed) return;
  }
  await zip.finalize();
}

/** Resolves when the entry is in the archive, or the archive is no longer wanted. */
function writeEntry(
  zip: ZipArchive,
  content: ZipEntry["content"],
  data: Omit<ZipEntry, "content">,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => {
      if (content instanceof Readable) content.destroy();
      resolve();
    };
    if (zip.destroyed) return closed();
    // The archive itself does not look after its sources: their errors would be unhandled and end
    // the process.
    if (content instanceof Readable) content.once("error", reject);
    zip.once("close", closed);
    zip.once("entry", () => {
      zip.off("close", closed);
      resolve();
    });
    zip.append(content, data);
  });
}
