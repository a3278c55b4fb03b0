import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { pack, type Pack } from "tar-stream";
import { pieces } from "#platform/server/pieces.ts";
import { BackupRefusal } from "./format.ts";

/** Parts of unknown length are cut into entries of this size, so that none has to be held whole. */
export const PIECE_BYTES = 4 * 1024 * 1024;
const UNFINISHED = ".unvollstaendig";

/** What went into a part. */
export interface PartSum {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/**
 * A tar file, compressed with zstd, written under a temporary name and renamed when it is whole and
 * on the disk.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #pack: Pack;
  readonly #written: Promise<void>;
  #failure: Error | undefined;
  /** Refuses the entry that is being written. */
  #refuse: (error: Error) => void = () => {};

  readonly #before: (bytes: number) => Promise<void>;

  private constructor(path: string, before: (bytes: number) => Promise<void>) {
    this.#path = path;
    this.#before = before;
    this.#pack = pack();
    // Holds everything a club has: only its owner may read it.
    const file = createWriteStream(path + UNFINISHED, { mode: 0o600, flush: true });
    // Names and days in the list of contents are covered by no sum of their own.
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    this.#written = pipeline(this.#pack, compress, file);
    this.#written.catch((error: unknown) => {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#refuse(this.#failure);
    });
  }

  /** @param before is asked before each piece, and refuses it by failing */
  static async create(
    path: string,
    before: (bytes: number) => Promise<void> = async () => {},
  ): Promise<ArchiveWriter> {
    if ((await stat(path).catch(() => undefined)) !== undefined) {
      throw new BackupRefusal(
        `Die Datei ${path} gibt es schon. Sie wird nicht überschrieben; bitte nennen Sie einen anderen Namen.`,
      );
    }
    const folder = await stat(dirname(path)).catch(() => undefined);
    if (folder?.isDirectory() !== true)
      throw new BackupRefusal(`Den Ordner ${dirname(path)} gibt es nicht.`);
    await rm(path + UNFINISHED, { force: true });
    return new ArchiveWriter(path, before);
  }

  /** Adds one part. Its first entry has its name, the following ones `name.2`, `name.3` … */
  async add(name: string, content: AsyncIterable<Uint8Array>): Promise<PartSum> {
    const hash = createHash("sha256");
    let bytes = 0;
    let number = 0;
    for await (const piece of pieces(content, PIECE_BYTES)) {
      number += 1;
      bytes += piece.bytes.byteLength;
      hash.update(piece.bytes);
      await this.#before(piece.bytes.byteLength);
      await this.#entry(number === 1 ? name : `${name}.${number}`, piece.bytes);
    }
    return { bytes, sha256: hash.digest("hex") };
  }

  async addJson(name: string, value: unknown): Promise<void> {
    await this.add(name, one(Buffer.from(JSON.stringify(value))));
  }

  /** Ends the file; it exists under its name when this resolves. Returns its size in bytes. */
  async finish(): Promise<number> {
    this.#pack.finalize();
    await this.#written;
    await rename(this.#path + UNFINISHED, this.#path);
    const folder = await open(dirname(this.#path), "r");
    await folder.sync().finally(() => folder.close());
    return (await stat(this.#path)).size;
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
    await rm(this.#path + UNFINISHED, { force: true });
  }

  #entry(name: string, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      // A full disk ends the file, and the entry then never says that it was taken.
      this.#refuse = reject;
      if (this.#failure !== undefined) reject(this.#failure);
      else
        this.#pack.entry(
          { name, mode: 0o600 },
          Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          (error) => (error == null ? resolve() : reject(error)),
        );
    });
  }
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
