import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { notFound } from "../http/app-error.ts";
import { DamagedParts, wrongPartSize } from "./blobs.ts";
import {
  type Content,
  flushFolder,
  gathered,
  isMissing,
  WRITE_BYTES,
  writeAt,
} from "./disk-files.ts";

/** Ending of bytes that arrive in parts, each at its place in one file. */
export const PARTS = ".parts";

/** Makes the file that parts are written into, wherever in it each belongs. */
export async function reserve(target: string, size: number, mode: number): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const file = await open(`${target}${PARTS}`, "wx", mode);
  try {
    await file.truncate(size);
  } finally {
    await file.close();
  }
}

/** Writes a part at its place; returns its receipt. */
export async function writePart(
  target: string,
  { offset, size }: { offset: number; size: number },
  content: Content,
): Promise<string> {
  const file = await open(`${target}${PARTS}`, "r+").catch((error: unknown) => {
    throw isMissing(error) ? notFound() : error;
  });
  try {
    let written = 0;
    let checksum = 0;
    for await (const chunks of gathered(content)) {
      const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
      if (written + length > size) throw wrongPartSize();
      for (const chunk of chunks) checksum = crc32(chunk, checksum);
      await writeAt(file, chunks, length, offset + written);
      written += length;
    }
    if (written !== size) throw wrongPartSize();
    return receiptOf({ size: written, checksum });
  } finally {
    await file.close();
  }
}

/** Makes the parts the blob that they are of, if all of them are still what arrived. */
export async function joinParts(
  target: string,
  receipts: readonly string[],
  look: (bytes: Uint8Array) => void,
): Promise<void> {
  // By its own name when it was joined before, by this upload's first try to finish.
  const file = (await openIfThere(`${target}${PARTS}`)) ?? (await openIfThere(target));
  if (file === undefined) throw notFound();
  try {
    // Flushed once for all parts, while they are read. Whether a power cut took one is seen by its
    // checksum.
    await Promise.all([file.sync(), readChecked(file, receipts, look)]);
  } finally {
    await file.close();
  }
  await rename(`${target}${PARTS}`, target).catch((error: unknown) => {
    // Another try was faster, or this is a second one: they have the same bytes.
    if (!isMissing(error)) throw error;
    return stat(target).catch(() => {
      throw notFound();
    });
  });
  await flushFolder(dirname(target));
}

/** What a part was when it arrived. */
interface Receipt {
  size: number;
  checksum: number;
}

function receiptOf({ size, checksum }: Receipt): string {
  return `${size} ${checksum.toString(16)}`;
}

function readReceipt(receipt: string): Receipt {
  const [size = "", checksum = ""] = receipt.split(" ");
  return { size: Number(size), checksum: Number.parseInt(checksum, 16) };
}

/** Reads the parts in order; fails at the end with all those that are not what arrived. */
async function readChecked(
  file: FileHandle,
  receipts: readonly string[],
  look: (bytes: Uint8Array) => void,
): Promise<void> {
  const pieces = [...piecesOf(receipts)];
  // Two pieces of memory for all: one is read into while the other is looked at.
  const memory = [Buffer.allocUnsafe(WRITE_BYTES), Buffer.allocUnsafe(WRITE_BYTES)] as const;
  const read = (index: number) => {
    const piece = pieces[index];
    if (piece === undefined) return undefined;
    const reading = file.read(memory[index % 2 === 0 ? 0 : 1], 0, piece.size, piece.position);
    // Whoever awaits it hears of a failure; until then nobody does.
    reading.catch(() => {});
    return reading;
  };
  const damaged = new Set<number>();
  let checksum = 0;
  let next = read(0);
  for (const [index, { part, size, last }] of pieces.entries()) {
    const { buffer, bytesRead } = (await next) ?? { buffer: memory[0], bytesRead: 0 };
    next = read(index + 1);
    const bytes = buffer.subarray(0, bytesRead);
    checksum = crc32(bytes, checksum);
    look(bytes);
    if (bytesRead !== size) damaged.add(part);
    if (last === undefined) continue;
    if (checksum !== last) damaged.add(part);
    checksum = 0;
  }
  if (damaged.size > 0) throw new DamagedParts([...damaged]);
}

/** What is read at a time; the last piece of a part brings the part's checksum. */
function* piecesOf(
  receipts: readonly string[],
): Iterable<{ part: number; position: number; size: number; last: number | undefined }> {
  let position = 0;
  for (const [part, receipt] of receipts.entries()) {
    const { size, checksum } = readReceipt(receipt);
    for (let left = size; left > 0; left -= WRITE_BYTES) {
      const length = Math.min(WRITE_BYTES, left);
      yield { part, position, size: length, last: left <= WRITE_BYTES ? checksum : undefined };
      position += length;
    }
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path, "r").catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return undefined;
  });
}
