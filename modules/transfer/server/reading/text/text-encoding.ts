import { open } from "node:fs/promises";
import type { Encoding } from "../../../table-formats.ts";
import { decoderOf } from "./decoder.ts";
import { withoutTornLetters } from "./torn-letters.ts";
import { OneByteEncodings } from "./one-byte-encodings.ts";

const CHUNK = 256 * 1024;

/**
 * By its mark, by its zero bytes, or because nearly all of it is good UTF-8 (a file may be cut off
 * inside of a letter); anything else has one byte for each sign: what German Excel writes, or old
 * Macs, or DOS.
 */
export async function encodingOf(path: string): Promise<Encoding> {
  let first = true;
  const decoder = new TextDecoder("utf-8");
  const counts = { good: 0, bad: 0 };
  const oneByte = new OneByteEncodings();
  for await (const bytes of chunksOf(path)) {
    const marked = first ? (markOf(bytes) ?? wideWithoutMark(bytes)) : undefined;
    if (marked !== undefined) return marked;
    first = false;
    const bad = counts.bad;
    count(decoder.decode(bytes, { stream: true }), counts);
    if (counts.bad > bad) oneByte.look(bytes);
  }
  count(decoder.decode(), counts);
  return counts.bad === 0 || counts.good > counts.bad * 10 ? "UTF-8" : oneByte.best();
}

/** Signs beyond ASCII that make sense as UTF-8, and bytes that make none. */
function count(text: string, counts: { good: number; bad: number }): void {
  const beyond = text.match(/[^\0-\x7f]/g);
  if (beyond === null) return;
  const bad = beyond.filter((sign) => sign === "\ufffd").length;
  counts.bad += bad;
  counts.good += beyond.length - bad;
}

/**
 * The text of a file in pieces, without a byte order mark. Bytes that mean nothing become U+FFFD.
 */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const bytes of chunksOf(path)) yield decode(bytes);
  yield decode();
}

/** The text of cards in pieces: lines may have been folded inside of letters. */
export async function* cardTextOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  if (encoding !== "UTF-8") return yield* textOf(path, encoding);
  const decode = decoderOf(encoding);
  for await (const bytes of withoutTornLetters(chunksOf(path))) yield decode(bytes);
  yield decode();
}

export async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function markOf(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "UTF-16LE";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "UTF-16BE";
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "UTF-8";
  return undefined;
}

/** Latin letters in two bytes have a zero in every second place. */
function wideWithoutMark(bytes: Uint8Array): Encoding | undefined {
  const length = Math.min(bytes.length, 4_096) & ~1;
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  const [even, odd] = zeros;
  if (odd > length * 0.3 && even < length * 0.02) return "UTF-16LE";
  if (even > length * 0.3 && odd < length * 0.02) return "UTF-16BE";
  return undefined;
}
