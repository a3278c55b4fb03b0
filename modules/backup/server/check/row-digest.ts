import { hash } from "node:crypto";

/**
 * What a set of rows is, whatever their order: each line's checksum, combined. Rows of a table
 * differ by their key, so none cancels another out.
 */
export class RowDigest {
  readonly #sum = new Uint8Array(32);
  #rest: Buffer = Buffer.alloc(0);
  rows = 0;

  add(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = chunk.subarray(from, at);
      this.#line(this.#rest.byteLength === 0 ? line : Buffer.concat([this.#rest, line]));
      this.#rest = Buffer.alloc(0);
      from = at + 1;
    }
    if (from < chunk.byteLength) this.#rest = Buffer.concat([this.#rest, chunk.subarray(from)]);
  }

  toString(): string {
    return `${this.rows} ${Buffer.from(this.#sum).toString("hex")}`;
  }

  #line(line: Buffer): void {
    const digest = hash("sha256", line, "buffer");
    for (let index = 0; index < 32; index++)
      this.#sum[index] = (this.#sum[index] ?? 0) ^ (digest[index] ?? 0);
    this.rows += 1;
  }
}
