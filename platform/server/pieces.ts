/**
 * Cuts a stream into pieces of one size; the last may be shorter, and is empty when there is
 * nothing at all.
 */
export async function* pieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncIterable<{ bytes: Uint8Array; last: boolean }> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.byteLength;
    while (length > size) {
      const all = Buffer.concat(waiting);
      yield { bytes: all.subarray(0, size), last: false };
      waiting = [all.subarray(size)];
      length -= size;
    }
  }
  yield { bytes: Buffer.concat(waiting), last: true };
}
