import { storeUnavailable } from "../blobs/blobs.ts";
import { AppError } from "../http/app-error.ts";
import { deviceOf, freeSpace, type Space } from "./free-space.ts";

const GIB = 1024 ** 3;
const LOOK_MS = 1_000;
/** With less room above the reserve ordinary files are refused. */
const ORDINARY_BYTES = 16 * 1024 * 1024;

/** Room on a disk that files leave to the database: a number of bytes, or a part of the disk. */
export type ReserveSize = { bytes: number } | { part: number };

export interface ReserveState extends Space {
  /** Bytes that files leave free. */
  reserve: number;
  /** Files are refused until there is more room. */
  isReached: boolean;
}

/** Keeps files from taking the last of a disk. */
export class DiskReserve {
  readonly #folder: string;
  readonly #size: ReserveSize | undefined;
  #space: Space | undefined;
  #lookedAt = -Infinity;
  /** Bytes that were let through since the last look, and may not be on the disk yet. */
  #taken = 0;

  /** @param size the smaller one of 2 GiB and 5 % of the disk when it is left out */
  constructor(folder: string, size?: ReserveSize) {
    this.#folder = folder;
    this.#size = size;
  }

  /** Refuses with 507 so many bytes, to be written later, that would not leave the reserve free. */
  async roomFor(bytes: number): Promise<void> {
    const { free, reserve } = await this.state();
    if (free - bytes < reserve) throw new AppError("STORE_FULL", { code: "DISK_RESERVE_REACHED" });
  }

  /** The same for bytes that are written now. */
  async take(bytes: number): Promise<void> {
    await this.roomFor(bytes);
    this.#taken += bytes;
  }

  /** Whether what is written to a folder takes from this disk. */
  async concerns(folder: string): Promise<boolean> {
    return (await deviceOf(folder)) === (await deviceOf(this.#folder));
  }

  /** Looks at the disk once a second at most. */
  async state(): Promise<ReserveState> {
    if (this.#space === undefined || performance.now() - this.#lookedAt > LOOK_MS) {
      this.#lookedAt = performance.now();
      this.#taken = 0;
      this.#space = await freeSpace(this.#folder).catch((error: unknown) => {
        throw storeUnavailable(error);
      });
    }
    const { total } = this.#space;
    const free = this.#space.free - this.#taken;
    const reserve = reserveOf(total, this.#size);
    return { free, total, reserve, isReached: free - ORDINARY_BYTES < reserve };
  }
}

function reserveOf(total: number, size: ReserveSize | undefined): number {
  if (size === undefined) return Math.min(2 * GIB, total * 0.05);
  return "bytes" in size ? size.bytes : total * size.part;
}
