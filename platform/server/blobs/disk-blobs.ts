import { createHash } from "node:crypto";
import { createReadStream, open as openFile } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { AppError, notFound } from "../http/app-error.ts";
import {
  type BlobStore,
  DamagedParts,
  isBlobKey,
  newBlobKey,
  storeUnavailable,
  wrongPartSize,
} from "./blobs.ts";

const READ_AHEAD_BYTES = 128 * 1024;
/** Small pieces are gathered to so many bytes: each write is a trip to another thread. */
const WRITE_BYTES = 512 * 1024;
const openForReading = promisify(openFile) as (path: string, flags: string) => Promise<number>;
/**
 * Endings of bytes that are still arriving: whole ones of a single request, and those that come in
 * parts.
 */
const WHOLE = ".part";
const PARTS = ".parts";

/**
 * Files below a folder: written under a temporary name, flushed, renamed, and the folder flushed.
 */
export function diskBlobStore(root: string): BlobStore {
  const path = (key: string) => {
    if (!isBlobKey(key)) throw notFound();
    return join(root, key);
  };
  return {
    put: (content, { maxBytes, key = newBlobKey() }) =>
      storing(async () => {
        const target = path(key);
        await mkdir(dirname(target), { recursive: true });
        const hash = createHash("sha256");
        let size = 0;
        const temporary = `${target}${WHOLE}`;
        // A killed restore may have left one under the key it asked for.
        const file = await open(temporary, "w", 0o600);
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
        return { key, size, sha256: hash.digest("hex") };
      }),
    async get(key, range) {
      // By number: the streams of promised handles are half as fast.
      const fd = await openForReading(path(key), "r").catch((error: unknown) => {
        throw isMissing(error) ? notFound() : storeUnavailable(error);
      });
      return createReadStream("", { fd, ...range, highWaterMark: READ_AHEAD_BYTES });
    },
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
    async *keysOlderThan(time) {
      for (const folder of await readdir(root).catch(() => [] as string[])) {
        for (const name of await readdir(join(root, folder))) {
          const info = await stat(join(root, folder, name)).catch(() => undefined);
          if (info === undefined || info.mtime >= time) continue;
          if (name.endsWith(WHOLE)) await rm(join(root, folder, name), { force: true });
          else yield `${folder}/${name.replace(PARTS, "")}`;
        }
      }
    },
    begin: (size) =>
      storing(async () => {
        const key = newBlobKey();
        await mkdir(dirname(path(key)), { recursive: true });
        const file = await open(`${path(key)}${PARTS}`, "wx", 0o600);
        try {
          await file.truncate(size);
        } finally {
          await file.close();
        }
        return { key, size, state: "" };
      }),
    writePart: (blob, part, content) =>
      storing(async () => {
        const file = await open(`${path(blob.key)}${PARTS}`, "r+").catch((error: unknown) => {
          throw isMissing(error) ? notFound() : error;
        });
        try {
          let written = 0;
          let checksum = 0;
          for await (const chunks of gathered(content)) {
            const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
            if (written + length > part.size) throw wrongPartSize();
            for (const chunk of chunks) checksum = crc32(chunk, checksum);
            await writeAt(file, chunks, length, part.offset + written);
            written += length;
          }
          if (written !== part.size) throw wrongPartSize();
          return receiptOf({ size: written, checksum });
        } finally {
          await file.close();
        }
      }),
    join: (blob, receipts, look) =>
      storing(async () => {
        const target = path(blob.key);
        // By its own name when it was joined before, by this upload's first try to finish.
        const file = (await openIfThere(`${target}${PARTS}`)) ?? (await openIfThere(target));
        if (file === undefined) throw notFound();
        try {
          // Flushed once for all parts, while they are read. Whether a power cut took one is seen
          // by its checksum.
          await Promise.all([file.sync(), readChecked(file, receipts, look)]);
        } finally {
          await file.close();
        }
        await rename(`${target}${PARTS}`, target).catch((error: unknown) => {
          // Another try was faster, or this is a second one: they have the same bytes.
          if (!isMissing(error)) throw error;
          return stat(target).catch(() => {
            throw notFound();
          });
        });
        await flushFolder(dirname(target));
      }),
    async discard(blob) {
      await rm(`${path(blob.key)}${PARTS}`, { force: true });
    },
  };
}

/** What a part was when it arrived. */
interface Receipt {
  size: number;
  checksum: number;
}

function receiptOf({ size, checksum }: Receipt): string {
  return `${size} ${checksum.toString(16)}`;
}

function readReceipt(receipt: string): Receipt {
  const [size = "", checksum = ""] = receipt.split(" ");
  return { size: Number(size), checksum: Number.parseInt(checksum, 16) };
}

/** Reads the parts in order; fails at the end with all those that are not what arrived. */
async function readChecked(
  file: FileHandle,
  receipts: readonly string[],
  look: (bytes: Uint8Array) => void,
): Promise<void> {
  const pieces = [...piecesOf(receipts)];
  // Two pieces of memory for all: one is read into while the other is looked at.
  const memory = [Buffer.allocUnsafe(WRITE_BYTES), Buffer.allocUnsafe(WRITE_BYTES)] as const;
  const read = (index: number) => {
    const piece = pieces[index];
    if (piece === undefined) return undefined;
    const reading = file.read(memory[index % 2 === 0 ? 0 : 1], 0, piece.size, piece.position);
    // Whoever awaits it hears of a failure; until then nobody does.
    reading.catch(() => {});
    return reading;
  };
  const damaged = new Set<number>();
  let checksum = 0;
  let next = read(0);
  for (const [index, { part, size, last }] of pieces.entries()) {
    const { buffer, bytesRead } = (await next) ?? { buffer: memory[0], bytesRead: 0 };
    next = read(index + 1);
    const bytes = buffer.subarray(0, bytesRead);
    checksum = crc32(bytes, checksum);
    look(bytes);
    if (bytesRead !== size) damaged.add(part);
    if (last === undefined) continue;
    if (checksum !== last) damaged.add(part);
    checksum = 0;
  }
  if (damaged.size > 0) throw new DamagedParts([...damaged]);
}

/** What is read at a time; the last piece of a part brings the part's checksum. */
function* piecesOf(
  receipts: readonly string[],
): Iterable<{ part: number; position: number; size: number; last: number | undefined }> {
  let position = 0;
  for (const [part, receipt] of receipts.entries()) {
    const { size, checksum } = readReceipt(receipt);
    for (let left = size; left > 0; left -= WRITE_BYTES) {
      const length = Math.min(WRITE_BYTES, left);
      yield { part, position, size: length, last: left <= WRITE_BYTES ? checksum : undefined };
      position += length;
    }
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path, "r").catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return undefined;
  });
}

async function* gathered(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array[]> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.byteLength;
    if (length < WRITE_BYTES) continue;
    yield waiting;
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting;
}

async function writeAt(
  file: FileHandle,
  chunks: readonly Uint8Array[],
  length: number,
  position: number,
): Promise<void> {
  let { bytesWritten: done } = await file.writev(chunks, position);
  // A disk that is nearly full takes a part of it before it refuses.
  for (
    const rest = done < length ? Buffer.concat(chunks) : undefined;
    rest !== undefined && done < length;
  ) {
    done += (await file.write(rest, done, length - done, position + done)).bytesWritten;
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** A full disk is 507, a broken one 503; what the sender did wrong stays what it is. */
async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT") throw new AppError("STORE_FULL", { cause: error });
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

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
