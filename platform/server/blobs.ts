import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { AppError, notFound } from "./app-error.ts";

export interface StoredBlob {
  /** Random, never derived from a name. */
  key: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** Where bytes live. A key exists only when all its bytes are safely stored. */
export interface BlobStore {
  /** Reads the stream to its end; refuses with 413 beyond `maxBytes`. Nothing remains of a failed one. */
  put(content: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StoredBlob>;
  /** The bytes, or a part of them (both ends inclusive). 404 when there is no such key. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  delete(key: string): Promise<void>;
  /** Keys last written before a time, for the sweep of those that got no row. */
  keysOlderThan(time: Date): AsyncIterable<string>;
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{38}$/;

/** Files below a folder: written under a temporary name, flushed, renamed, and the folder flushed. */
export function diskBlobStore(root: string): BlobStore {
  const path = (key: string) => {
    if (!KEY.test(key)) throw notFound();
    return join(root, key);
  };
  return {
    async put(content, { maxBytes }) {
      const name = randomBytes(20).toString("hex");
      const key = `${name.slice(0, 2)}/${name.slice(2)}`;
      const target = path(key);
      await mkdir(dirname(target), { recursive: true });
      const temporary = `${target}.part`;
      const hash = createHash("sha256");
      let size = 0;
      const file = await open(temporary, "wx", 0o600);
      try {
        for await (const chunk of content) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new AppError("TOO_LARGE");
          hash.update(chunk);
          await file.writeFile(chunk);
        }
        await file.sync();
        await file.close();
        await rename(temporary, target);
        await flushFolder(dirname(target));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(temporary, { force: true });
        throw isFull(error) ? new AppError("STORE_FULL", { cause: error }) : error;
      }
      return { key, size, sha256: hash.digest("hex") };
    },
    async get(key, range) {
      const file = path(key);
      await stat(file).catch(() => {
        throw notFound();
      });
      return createReadStream(file, range);
    },
    async delete(key) {
      await rm(path(key), { force: true });
    },
    async *keysOlderThan(time) {
      for (const folder of await readdir(root).catch(() => [] as string[])) {
        for (const name of await readdir(join(root, folder))) {
          const info = await stat(join(root, folder, name)).catch(() => undefined);
          if (info === undefined || info.mtime >= time) continue;
          if (name.endsWith(".part")) await rm(join(root, folder, name), { force: true });
          else yield `${folder}/${name}`;
        }
      }
    },
  };
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOSPC" || code === "EDQUOT";
}
