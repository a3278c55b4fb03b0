import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { UnreadableTable } from "#platform/server/documents/table-file.ts";
import { LIMITS } from "../table.ts";

interface Entry {
  method: number;
  packed: number;
  offset: number;
}

const MAX_ENTRIES = 4_000;
const MAX_DIRECTORY = 4 * 1024 * 1024;
const END_RECORD = 22;
const PIECE = 128 * 1024;

/**
 * A ZIP whose parts are unpacked as a stream, straight from disk. What the directory says about
 * sizes is not believed: the bytes that come out are counted, over all parts together.
 */
export class ZipPackage {
  readonly #file: FileHandle;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(file: FileHandle, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  static async open(path: string): Promise<ZipPackage> {
    const file = await open(path);
    try {
      return new ZipPackage(file, await directoryOf(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Pieces of a part's text; nothing when there is no such part. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    const decoder = new TextDecoder();
    try {
      for await (const bytes of await this.#bytes(entry)) {
        this.#unpacked += bytes.length;
        if (this.#unpacked > LIMITS.unpackedBytes)
          throw new UnreadableTable("Die Excel-Datei ist ausgepackt zu groß.");
        yield decoder.decode(bytes, { stream: true });
      }
    } catch (error) {
      throw error instanceof UnreadableTable ? error : broken(error);
    }
  }

  async #bytes({ method, packed, offset }: Entry): Promise<AsyncIterable<Buffer>> {
    const header = await readAt(this.#file, offset, 30);
    if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw broken();
    const begin = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const raw = piecesOf(this.#file, begin, packed);
    if (method === 0) return raw;
    if (method !== 8) throw broken();
    const inflate = createInflateRaw({ chunkSize: PIECE });
    const source = Readable.from(raw);
    source.once("error", (error) => inflate.destroy(error));
    return source.pipe(inflate);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

async function* piecesOf(file: FileHandle, begin: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += PIECE) {
    const bytes = await readAt(file, begin + at, Math.min(PIECE, length - at));
    if (bytes.length === 0) throw broken();
    yield bytes;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function directoryOf(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  const tail = await readAt(
    file,
    Math.max(0, size - END_RECORD - 65_535),
    Math.min(size, END_RECORD + 65_535),
  );
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || end + END_RECORD > tail.length) throw broken();
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  if (count > MAX_ENTRIES || length > MAX_DIRECTORY) throw broken();
  const directory = await readAt(file, tail.readUInt32LE(end + 16), length);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw broken();
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
    if ((directory.readUInt16LE(at + 8) & 1) === 1)
      throw new UnreadableTable(
        "Die Datei ist mit einem Kennwort geschützt. Bitte speichern Sie sie ohne Kennwort.",
      );
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function broken(cause?: unknown): UnreadableTable {
  return new UnreadableTable(
    "Die Excel-Datei ist beschädigt. Bitte öffnen Sie sie in Excel und speichern Sie sie noch einmal.",
    { cause },
  );
}
