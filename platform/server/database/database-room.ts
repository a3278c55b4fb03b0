import { freeSpace, type Space } from "../disk/free-space.ts";

/** With less room PostgreSQL ends by itself, and does not start. */
export const DATABASE_NEEDS_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 1_000;
/** A write that succeeds later than this after the last refusal shows that there is room again. */
const SETTLED_MS = 5_000;
/** So long a refusal counts when nobody writes, and the disk can't be seen. */
const REMEMBERED_MS = 30_000;

/** Knows whether the database has room to write, from its refusals and from its disk. */
export class DatabaseRoom {
  readonly #folder: string | undefined;
  #refusedAt = -Infinity;
  #lookedAt = -Infinity;
  #space: Space | undefined;

  /** @param folder of the embedded database; the disk of another can't be seen from here */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Notes that the database refused a write for want of space. */
  refused(): void {
    this.#refusedAt = performance.now();
  }

  /** Notes that the database took a write. */
  written(): void {
    if (performance.now() - this.#refusedAt > SETTLED_MS) this.#refusedAt = -Infinity;
  }

  async isFull(): Promise<boolean> {
    const remembered = this.#folder === undefined ? REMEMBERED_MS : SETTLED_MS;
    if (performance.now() - this.#refusedAt < remembered) return true;
    return this.isDiskFull();
  }

  /** Returns whether the disk itself has too little room. */
  async isDiskFull(): Promise<boolean> {
    return ((await this.space())?.free ?? Infinity) < DATABASE_NEEDS_BYTES;
  }

  /** Returns the space of the disk, if that is this machine's; looks once a second at most. */
  async space(): Promise<Space | undefined> {
    if (this.#folder !== undefined && performance.now() - this.#lookedAt > LOOK_MS) {
      this.#lookedAt = performance.now();
      // What can't be asked is not known to be full.
      this.#space = await freeSpace(this.#folder).catch(() => undefined);
    }
    return this.#space;
  }
}
