/**
 * The texts that a workbook's cells refer to by number, as bytes one behind the other: hundreds of thousands of strings
 * of their own would take several times as much.
 */
export class SharedTexts {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  /** Where each text ends. */
  #ends = new Uint32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** In bytes. */
  get size(): number {
    return this.#count === 0 ? 0 : (this.#ends[this.#count - 1] ?? 0);
  }

  add(text: string): void {
    const begin = this.size;
    const end = begin + Buffer.byteLength(text);
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes.subarray(0, begin)], Math.max(end, this.#bytes.length * 2));
    this.#bytes.write(text, begin);
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#count * 2);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#count++] = end;
  }

  /** Null: there is no text of this number. */
  at(index: number): string | null {
    if (!(index >= 0 && index < this.#count)) return null;
    return this.#bytes.toString("utf8", index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }
}
