import { type FileHandle, open } from "node:fs/promises";

export type Content = AsyncIterable<Uint8Array>;

/** Small pieces are gathered to so many bytes: each write is a trip to another thread. */
export const WRITE_BYTES = 512 * 1024;

/** Small pieces in lists of about `WRITE_BYTES`. */
export async function* gathered(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array[]> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.byteLength;
    if (length < WRITE_BYTES) continue;
    yield waiting;
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting;
}

export async function writeAt(
  file: FileHandle,
  chunks: readonly Uint8Array[],
  length: number,
  position: number,
): Promise<void> {
  let { bytesWritten: done } = await file.writev(chunks, position);
  // A disk that is nearly full takes a part of it before it refuses.
  for (
    const rest = done < length ? Buffer.concat(chunks) : undefined;
    rest !== undefined && done < length;
  ) {
    done += (await file.write(rest, done, length - done, position + done)).bytesWritten;
  }
}

/** A renamed file is there after a power cut only when its folder was flushed. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
