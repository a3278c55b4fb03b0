import { close, read } from "node:fs";
import { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Measured with 100 MiB: larger pieces take no less processor time, smaller ones more. */
const PIECE_BYTES = 256 * 1024;
/** One is read while another one is on its way, and one waits. */
const MOST_PIECES = 3;

interface Part {
  /** First byte. */
  start: number;
  /** Behind the last byte. */
  end: number;
}

/**
 * A part of an open file as a stream, which closes it. Piped into an answer, its bytes go there by a
 * few pieces of memory that are used again and again: new ones for each piece, as streams have them,
 * nearly double what a download costs the processor.
 */
export class FileBytes extends Readable {
  readonly #fd: number;
  readonly #end: number;
  #at: number;
  #reading = false;
  #close: (() => void) | undefined;

  constructor(fd: number, { start, end }: Part) {
    super({ highWaterMark: PIECE_BYTES });
    this.#fd = fd;
    this.#at = start;
    this.#end = end;
  }

  override _read(): void {
    const piece = Buffer.allocUnsafeSlow(this.#nextSize());
    this.#fill(piece, (filled) => this.push(filled.length === 0 ? null : filled));
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    if (destination instanceof ServerResponse && options?.end !== false) this.#sendTo(destination);
    else super.pipe(destination, options);
    return destination;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const end = () => close(this.#fd, (failure) => done(error ?? failure));
    // Under a read that still runs, the number might become another file's.
    if (this.#reading) this.#close = end;
    else end();
  }

  /** An answer has written a piece when it says so, and does not look at it again. */
  #sendTo(answer: ServerResponse): void {
    const free: Buffer[] = [];
    let made = 0;
    let ended = false;
    const readOn = () => {
      if (ended || this.#reading || this.destroyed || answer.destroyed) return;
      const size = this.#nextSize();
      if (size === 0) {
        ended = true;
        answer.end();
        this.push(null);
        this.resume();
        return;
      }
      const piece = free.pop() ?? (made++ < MOST_PIECES ? Buffer.allocUnsafeSlow(size) : undefined);
      if (piece === undefined) return;
      this.#fill(piece, (filled) => {
        answer.write(filled, (error) => {
          free.push(piece);
          if (!error) readOn();
        });
        readOn();
      });
    };
    readOn();
  }

  #nextSize(): number {
    return Math.min(PIECE_BYTES, this.#end - this.#at);
  }

  #fill(piece: Buffer, filled: (bytes: Buffer) => void): void {
    const wanted = Math.min(piece.length, this.#end - this.#at);
    if (wanted === 0) return filled(piece.subarray(0, 0));
    this.#reading = true;
    read(this.#fd, piece, 0, wanted, this.#at, (error, count) => {
      this.#reading = false;
      if (this.#close !== undefined) return this.#close();
      if (error) return void this.destroy(error);
      if (count === 0) return void this.destroy(new Error("a stored file has lost its end"));
      this.#at += count;
      filled(piece.subarray(0, count));
    });
  }
}
