const [CR, LF, SPACE, TAB] = [0x0d, 0x0a, 0x20, 0x09];

/**
 * Mends letters that lines of cards were folded in the middle of: some programs count bytes, not
 * letters. Folds between letters are left as they are.
 */
export async function* withoutTornLetters(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let kept = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([kept, chunk]);
    // What may be the beginning of a fold waits for what follows it.
    const end = bytes.length - openFold(bytes);
    yield mended(bytes.subarray(0, end), bytes[end]);
    kept = Uint8Array.from(bytes.subarray(end));
  }
  yield kept;
}

/** How many of the last bytes are a line's end, or that with the blank of a fold. */
function openFold(bytes: Uint8Array): number {
  const [before, second, last] = [bytes.at(-3), bytes.at(-2), bytes.at(-1)];
  if (last === CR) return 1;
  if (last === LF) return second === CR ? 2 : 1;
  if ((last === SPACE || last === TAB) && second === LF) return before === CR ? 3 : 2;
  return 0;
}

function mended(bytes: Uint8Array, next: number | undefined): Uint8Array {
  const found = bytes.indexOf(LF);
  if (found === -1) return bytes;
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const from = bytes[at] === CR && bytes[at + 1] === LF ? at + 1 : at;
    const isFold = bytes[from] === LF && (bytes[from + 1] === SPACE || bytes[from + 1] === TAB);
    const follows = bytes[from + 2] ?? next ?? 0;
    if (isFold && (follows & 0xc0) === 0x80) at = from + 1;
    else out[length++] = bytes[at] ?? 0;
  }
  return out.subarray(0, length);
}
