import { createInflateRaw } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { LIMITS } from "../table.ts";

const MAX_ENTRIES = 4_000;
const MAX_DIRECTORY = 4 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const PIECE = 128 * 1024;

/**
 * A ZIP whose parts are unpacked as a stream, straight from disk. What the directory says about
 * sizes is not believed: the bytes that come out are counted, over all parts together.
 */
export class ZipPackage {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  static async open(path: string): Promise<ZipPackage> {
    const file = await openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: false,
    }).catch((error: unknown) => {
      throw broken(error);
    });
    try {
      return new ZipPackage(file, await entriesOf(file));
    } catch (error) {
      file.close();
      throw error instanceof UnreadableTable ? error : broken(error);
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

  /** Unpacked in pieces of our own size: the library's are small, and each costs a turn. */
  async #bytes(entry: Entry): Promise<AsyncIterable<Buffer>> {
    if (entry.compressionMethod === STORED) return this.#file.openReadStreamPromise(entry);
    if (entry.compressionMethod !== DEFLATED) throw broken();
    const packed = await this.#file.openReadStreamPromise(entry, { decompress: false });
    const inflate = createInflateRaw({ chunkSize: PIECE });
    packed.once("error", (error) => inflate.destroy(error));
    inflate.once("close", () => packed.destroy());
    return packed.pipe(inflate);
  }

  async close(): Promise<void> {
    this.#file.close();
  }
}

async function entriesOf(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let directory = 0;
  for await (const entry of file.eachEntry()) {
    directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (entries.size >= MAX_ENTRIES || directory > MAX_DIRECTORY) throw broken();
    if (entry.isEncrypted()) throw encrypted();
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function encrypted(): UnreadableTable {
  return new UnreadableTable(
    "Die Datei ist mit einem Kennwort geschützt. Bitte speichern Sie sie ohne Kennwort.",
  );
}

function broken(cause?: unknown): UnreadableTable {
  return new UnreadableTable(
    "Die Excel-Datei ist beschädigt. Bitte öffnen Sie sie in Excel und speichern Sie sie noch einmal.",
    { cause },
  );
}
