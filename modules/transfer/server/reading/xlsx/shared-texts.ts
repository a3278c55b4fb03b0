import { UnreadableTable } from "#platform/server/documents/table.ts";

/** Bytes of one piece; no cell of a spreadsheet holds a text that long. */
const PIECE = 1024 * 1024;
/** Texts whose places stand in one block. */
const BLOCK = 64 * 1024;

/**
 * The texts that a workbook's cells refer to by number, as bytes one behind the other: hundreds of
 * thousands of strings of their own would take several times as much. Grows by pieces, so that
 * nothing is ever copied.
 */
export class SharedTexts {
  readonly #pieces: Buffer[] = [];
  /** Where each text begins, counted over all pieces, and how long it is. */
  readonly #blocks: Uint32Array[] = [];
  #used = PIECE;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** In bytes. */
  get size(): number {
    return this.#pieces.length * PIECE;
  }

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (length > PIECE)
      throw new UnreadableTable("Die Excel-Datei enthält einen viel zu langen Text.");
    if (this.#used + length > PIECE) {
      this.#pieces.push(Buffer.allocUnsafeSlow(PIECE));
      this.#used = 0;
    }
    const place = this.#count % BLOCK;
    if (place === 0) this.#blocks.push(new Uint32Array(BLOCK * 2));
    this.#pieces.at(-1)?.write(text, this.#used);
    this.#blocks.at(-1)?.set([(this.#pieces.length - 1) * PIECE + this.#used, length], place * 2);
    this.#used += length;
    this.#count++;
  }

  /** Null: there is no text of this number. */
  at(index: number): string | null {
    const block =
      index >= 0 && index < this.#count ? this.#blocks[Math.floor(index / BLOCK)] : undefined;
    if (block === undefined) return null;
    const place = (index % BLOCK) * 2;
    const begin = block[place] ?? 0;
    const from = begin % PIECE;
    return (
      this.#pieces[Math.floor(begin / PIECE)]?.toString(
        "utf8",
        from,
        from + (block[place + 1] ?? 0),
      ) ?? null
    );
  }
}
