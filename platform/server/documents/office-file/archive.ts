import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { OfficeRefusal } from "./problem.ts";

const MAX_PARTS = 4_000;
const MAX_DIRECTORY = 4 * 1024 * 1024;
const END_OF_DIRECTORY = 22;
const LOCAL_HEADER = 30;
const LOCAL_SIGNATURE = 0x04_03_4b_50;
/** A part may be followed by its lengths where they were not known before. */
const LENGTHS_FOLLOW = 0x08;
const LONGEST_DESCRIPTOR = 24;
const IN_ZIP64 = 0xff_ff_ff_ff;
const STORED = 0;
const DEFLATED = 8;
const PIECE = 128 * 1024;

/** A part of an office file as it lies in its archive. */
export interface Part {
  /** As programs compare it: in small letters, parted by slashes, nothing percent-encoded. */
  name: string;
  packed: Buffer;
  isDeflated: boolean;
  /** What it unpacks to, as the directory says; `unpacked` holds it to that. */
  size: number;
}

/**
 * Returns the parts of an archive by their names. Refuses archives that can be read in more than one
 * way: with anything before, between or behind what the directory lists, with parts that overlap or
 * are called otherwise where they lie, and with two parts of one name.
 */
export async function partsOf(file: Buffer): Promise<Map<string, Part>> {
  const zip = await opened(file);
  const entries = await entriesOf(zip);
  const directory = file.readUInt32LE(file.length - END_OF_DIRECTORY + 16);
  const parts = new Map<string, Part>();
  let at = 0;
  let gap = 0;
  for (const entry of entries.toSorted(byPlace)) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < at || start > at + gap) throw new OfficeRefusal("broken");
    const from = start + localLength(file, entry);
    at = from + entry.compressedSize;
    if (at > directory) throw new OfficeRefusal("broken");
    gap = lengthsFollow(entry) ? LONGEST_DESCRIPTOR : 0;
    const name = partName(entry.fileNameRaw.toString("latin1"));
    if (parts.has(name)) throw new OfficeRefusal("broken");
    parts.set(name, {
      name,
      packed: file.subarray(from, at),
      isDeflated: entry.compressionMethod === DEFLATED,
      size: entry.uncompressedSize,
    });
  }
  if (directory > at + gap) throw new OfficeRefusal("broken");
  return parts;
}

/** Pieces of what a part unpacks to: never more than the directory says, and not less. */
export async function* unpacked({ packed, isDeflated, size }: Part): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for await (const piece of isDeflated ? inflated(packed) : [packed]) {
      count += piece.length;
      if (count > size) throw new OfficeRefusal("broken");
      yield piece;
    }
  } catch (error) {
    throw error instanceof OfficeRefusal ? error : new OfficeRefusal("broken", error);
  }
  if (count !== size) throw new OfficeRefusal("broken");
}

/** Returns a name or target as programs compare it. */
export function partName(given: string): string {
  return percentDecoded(given).replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}

export function percentDecoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}

function inflated(packed: Buffer): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: PIECE });
  return Readable.from([packed]).pipe(inflate);
}

/** Names are taken as bytes: fields beside them could name another. */
function opened(file: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true, decodeStrings: false }, (error, zip) =>
      error === null ? resolve(zip) : reject(new OfficeRefusal("broken", error)),
    );
  });
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.comment.length > 0) throw new OfficeRefusal("broken");
  const entries: Entry[] = [];
  let directory = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (entries.length >= MAX_PARTS || directory > MAX_DIRECTORY)
        throw new OfficeRefusal("too-large");
      entries.push(entry);
    }
  } catch (error) {
    throw error instanceof OfficeRefusal ? error : new OfficeRefusal("broken", error);
  }
  return entries;
}

/** Returns the bytes before an entry's own, which have to say the same of it as the directory. */
function localLength(file: Buffer, entry: Entry): number {
  const head = file.subarray(entry.relativeOffsetOfLocalHeader);
  if (head.length < LOCAL_HEADER || head.readUInt32LE(0) !== LOCAL_SIGNATURE)
    throw new OfficeRefusal("broken");
  if (entry.isEncrypted()) throw new OfficeRefusal("encrypted");
  const method = head.readUInt16LE(8);
  const length = head.readUInt32LE(18);
  const afterName = LOCAL_HEADER + head.readUInt16LE(26);
  const isSame =
    method === entry.compressionMethod &&
    (method === STORED || method === DEFLATED) &&
    (lengthsFollow(entry) || length === IN_ZIP64 || length === entry.compressedSize) &&
    head.subarray(LOCAL_HEADER, afterName).equals(entry.fileNameRaw);
  if (!isSame) throw new OfficeRefusal("broken");
  return afterName + head.readUInt16LE(28);
}

function lengthsFollow({ generalPurposeBitFlag }: Entry): boolean {
  return (generalPurposeBitFlag & LENGTHS_FOLLOW) !== 0;
}

function byPlace(one: Entry, other: Entry): number {
  return one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader;
}
