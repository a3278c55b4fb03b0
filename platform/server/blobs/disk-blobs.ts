import { createHash } from "node:crypto";
import { fstat, open as openFile, type Stats } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { AppError, notFound } from "../http/app-error.ts";
import { isDiskFull } from "../disk/free-space.ts";
import { type BlobStore, isBlobKey, newBlobKey, storeUnavailable } from "./blobs.ts";
import { type Content, flushFolder, gathered, isMissing, writeAt } from "./disk-files.ts";
import { FileBytes } from "./file-bytes.ts";
import { joinParts, PARTS, reserve, writePart } from "./disk-parts.ts";

// By number: the streams of promised handles are half as fast.
const openForReading = promisify(openFile) as (path: string, flags: string) => Promise<number>;
const infoOf = promisify(fstat) as (fd: number) => Promise<Stats>;
/** Ending of the bytes of a single request while they are arriving. */
const WHOLE = ".part";

/** Nobody but the server reads its files. */
const OWN = 0o600;
/** Its group reads them as well: a proxy that sends them itself belongs to it. */
const OF_GROUP = 0o640;

/**
 * Files below a folder: written under a temporary name, flushed, renamed, and the folder flushed.
 */
export function diskBlobStore(root: string, { forGroup = false } = {}): BlobStore {
  const mode = forGroup ? OF_GROUP : OWN;
  const path = (key: string) => {
    if (!isBlobKey(key)) throw notFound();
    return join(root, key);
  };
  return {
    put: (content, { maxBytes, key = newBlobKey() }) =>
      storing(async () => ({ key, ...(await putWhole(path(key), content, { maxBytes, mode })) })),
    async get(key, range) {
      const fd = await openForReading(path(key), "r").catch((error: unknown) => {
        throw isMissing(error) ? notFound() : storeUnavailable(error);
      });
      const { size } = await infoOf(fd);
      const end = range === undefined ? size : Math.min(range.end + 1, size);
      return new FileBytes(fd, { start: range?.start ?? 0, end });
    },
    fileOf: path,
    async size(key) {
      const info = await stat(path(key)).catch((error: unknown) => {
        if (!isMissing(error)) throw storeUnavailable(error);
        return undefined;
      });
      return info?.size;
    },
    async delete(key) {
      await rm(path(key), { force: true });
      await rm(`${path(key)}${PARTS}`, { force: true });
    },
    keysOlderThan: (time) => keysOlderThan(root, time),
    begin: (size) =>
      storing(async () => {
        const key = newBlobKey();
        await reserve(path(key), size, mode);
        return { key, size, state: "" };
      }),
    writePart: (blob, part, content) => storing(() => writePart(path(blob.key), part, content)),
    join: (blob, receipts, look) => storing(() => joinParts(path(blob.key), receipts, look)),
    async discard(blob) {
      await rm(`${path(blob.key)}${PARTS}`, { force: true });
    },
  };
}

/** Writes a file that appears whole or not at all; returns its size and checksum. */
async function putWhole(
  target: string,
  content: Content,
  { maxBytes, mode }: { maxBytes: number; mode: number },
): Promise<{ size: number; sha256: string }> {
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash("sha256");
  let size = 0;
  const temporary = `${target}${WHOLE}`;
  // A killed restore may have left one under the key it asked for.
  const file = await open(temporary, "w", mode);
  try {
    for await (const chunks of gathered(content)) {
      const before = size;
      for (const chunk of chunks) {
        size += chunk.byteLength;
        hash.update(chunk);
      }
      if (size > maxBytes) throw new AppError("TOO_LARGE");
      await writeAt(file, chunks, size - before, before);
    }
    await file.sync();
    await file.close();
    await rename(temporary, target);
    await flushFolder(dirname(target));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest("hex") };
}

/** Keys of what was last written before then; removes whole ones that never arrived. */
async function* keysOlderThan(root: string, time: Date): AsyncIterable<string> {
  for (const folder of await readdir(root).catch(() => [] as string[])) {
    // What else lies there is not ours, `lost+found` of a disk of its own for example.
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await readdir(join(root, folder))) {
      const info = await stat(join(root, folder, name)).catch(() => undefined);
      if (info === undefined || info.mtime >= time) continue;
      if (name.endsWith(WHOLE)) await rm(join(root, folder, name), { force: true });
      else yield `${folder}/${name.replace(PARTS, "")}`;
    }
  }
}

/** A full disk is 507, a broken one 503; what the sender did wrong stays what it is. */
async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error)) throw new AppError("STORE_FULL", { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    if (
      code === "EIO" ||
      code === "EROFS" ||
      code === "EACCES" ||
      code === "EMFILE" ||
      code === "ENOENT"
    )
      throw storeUnavailable(error);
    throw error;
  }
}
