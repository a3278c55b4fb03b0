const BYTES = 16;

/**
 * A long list of ids in a sixteenth of the memory that as many texts take; in order, each as it was
 * given.
 */
export class PackedIds {
  #bytes: Buffer;
  #length: number;

  /** @param bytes ids one after the other, as PostgreSQL sends a `uuid` */
  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#length = bytes.length / BYTES;
  }

  get length(): number {
    return this.#length;
  }

  slice(start: number, end: number): string[] {
    const ids: string[] = [];
    for (let index = start; index < Math.min(end, this.#length); index++) {
      const hex = this.#bytes.toString("hex", index * BYTES, (index + 1) * BYTES);
      ids.push(
        `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
      );
    }
    return ids;
  }

  add(id: string): void {
    const at = this.#length * BYTES;
    if (at === this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(1_024 * BYTES, at * 2));
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    this.#bytes.write(id.replaceAll("-", ""), at, "hex");
    this.#length++;
  }

  /** The ids one after the other. */
  toBytes(): Buffer {
    return this.#bytes.subarray(0, this.#length * BYTES);
  }
}
