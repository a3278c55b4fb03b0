/**
 * Finds where a picture says on what spot of the earth it was taken. Viewers get the original with
 * these bytes overwritten; nothing moves, so sizes, ranges and everything else in the file stay as
 * they are.
 *
 * Read are EXIF (the GPS directory, EXIF 2.32 section 4.6.6) in JPEG, PNG, WebP, HEIC and AVIF, XMP
 * (`exif:GPS…`), and the place that the film behind a phone's moving picture names (ISO 6709).
 */

/** Offset in the file, length, and the byte that stands there instead. */
export type Span = [offset: number, length: number, filling: number];

const GPS_DIRECTORY = 0x8825;
const ENTRY_BYTES = 12;
/** Bytes per value by TIFF type number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const MOST_ENTRIES = 500;
/**
 * No camera writes as many. A file with more is meant to keep the server busy: each byte is
 * looked at a few times at most, whatever the file says, since this runs beside all other work.
 */
const MOST_BLOCKS = 50;
const MOST_MARKS = 5_000;
const MOST_SPANS = 5_000;
/** Longest packet of XMP, and longest index of a film, that is read. */
const MOST_TEXT_BYTES = 1024 * 1024;

export function positionSpans(bytes: Buffer): Span[] {
  const spans: Span[] = [];
  for (const start of tiffStarts(bytes).slice(0, MOST_BLOCKS))
    spans.push(...spansInTiff(bytes, start));
  for (const more of [spansInXmp(bytes), spansInFilm(bytes)])
    spans.push(...more.slice(0, MOST_SPANS));
  return spans
    .filter(([offset, length]) => length > 0 && offset >= 0 && offset + length <= bytes.length)
    .toSorted((a, b) => a[0] - b[0]);
}

/**
 * TIFF headers of EXIF blocks: behind "Exif\0\0" (JPEG, HEIC, some WebP) or the chunk names of PNG
 * and WebP.
 */
function tiffStarts(bytes: Buffer): number[] {
  const starts = new Set<number>();
  const look = (mark: string, skip: number) => {
    let marks = 0;
    for (
      let at = bytes.indexOf(mark, 0, "latin1");
      at >= 0 && marks < MOST_MARKS;
      at = bytes.indexOf(mark, at + 1, "latin1"), marks++
    ) {
      if (isTiff(bytes, at + skip)) starts.add(at + skip);
    }
  };
  look("Exif\0\0", 6);
  look("eXIf", 4);
  look("EXIF", 8);
  // In HEIC and AVIF the block may begin without a mark, behind four bytes that say how much to
  // skip.
  if (bytes.toString("latin1", 4, 8) === "ftyp") {
    look("\0\0\0\0II*\0", 4);
    look("\0\0\0\0MM\0*", 4);
  }
  return [...starts];
}

function isTiff(bytes: Buffer, at: number): boolean {
  const head = bytes.toString("latin1", at, at + 4);
  return head === "II*\0" || head === "MM\0*";
}

function spansInTiff(bytes: Buffer, start: number): Span[] {
  const little = bytes[start] === 0x49;
  const inside = (at: number, length: number) =>
    at >= 0 && length >= 0 && start + at + length <= bytes.length;
  const short = (at: number) =>
    inside(at, 2) ? (little ? bytes.readUInt16LE(start + at) : bytes.readUInt16BE(start + at)) : 0;
  const long = (at: number) =>
    inside(at, 4) ? (little ? bytes.readUInt32LE(start + at) : bytes.readUInt32BE(start + at)) : 0;

  const first = long(4);
  const gps = entriesAt(first).find((entry) => short(entry) === GPS_DIRECTORY);
  if (gps === undefined) return [];
  const directory = long(gps + 8);
  const entries = entriesAt(directory);
  if (entries.length === 0) return [];
  const spans: Span[] = [[start + directory, 2 + entries.length * ENTRY_BYTES, 0]];
  for (const entry of entries) {
    const length = (TYPE_BYTES[short(entry + 2)] ?? 0) * long(entry + 4);
    const at = long(entry + 8);
    // Up to four bytes stand in the entry itself.
    if (length > 4 && inside(at, length)) spans.push([start + at, length, 0]);
  }
  return spans;

  function entriesAt(at: number): number[] {
    const count = Math.min(short(at), MOST_ENTRIES);
    return Array.from({ length: count }, (_, index) => at + 2 + index * ENTRY_BYTES).filter(
      (entry) => inside(entry, ENTRY_BYTES),
    );
  }
}

const XMP = "<x:xmpmeta";
const XMP_END = "</x:xmpmeta>";
const XMP_VALUES =
  /exif:GPS\w{1,40}\s{0,5}=\s{0,5}(["'])([^"'<>]{1,200})\1|<exif:GPS\w{1,40}>([^<>]{1,200})</g;

function spansInXmp(bytes: Buffer): Span[] {
  const spans: Span[] = [];
  for (
    let at = bytes.indexOf(XMP), count = 0;
    at >= 0 && count < MOST_BLOCKS;
    at = bytes.indexOf(XMP, at), count++
  ) {
    const most = bytes.subarray(at, at + MOST_TEXT_BYTES);
    const end = most.indexOf(XMP_END);
    const packet = most.toString("latin1", 0, end < 0 ? most.length : end);
    for (const found of packet.matchAll(XMP_VALUES)) {
      const value = found[2] ?? found[3] ?? "";
      spans.push([at + found.index + found[0].lastIndexOf(value), value.length, 0x20]);
    }
    at += packet.length;
  }
  return spans;
}

/** "+48.1234+009.7654+512/" */
const FILM_PLACE = /[+-]\d{2,6}\.\d{2,8}[+-]\d{3,7}\.\d{2,8}(?:[+-]\d{1,6}(?:\.\d{1,6})?)?/g;
const FILM_INDEX = "moov";

function spansInFilm(bytes: Buffer): Span[] {
  const spans: Span[] = [];
  for (
    let at = bytes.indexOf(FILM_INDEX, 0, "latin1"), count = 0;
    at >= 0 && count < MOST_BLOCKS;
    at = bytes.indexOf(FILM_INDEX, at, "latin1"), count++
  ) {
    const announced = at >= 4 ? bytes.readUInt32BE(at - 4) : 0;
    const index = bytes.toString(
      "latin1",
      at,
      at + Math.min(Math.max(announced, 1024), MOST_TEXT_BYTES),
    );
    for (const found of index.matchAll(FILM_PLACE))
      spans.push([at + found.index, found[0].length, 0x30]);
    at += index.length;
  }
  return spans;
}

/** The stream from `start` on with the spans overwritten. */
export async function* withoutPositions(
  content: AsyncIterable<Uint8Array>,
  spans: readonly Span[],
  start = 0,
): AsyncIterable<Uint8Array> {
  let at = start;
  for await (const chunk of content) {
    const end = at + chunk.length;
    const touched = spans.filter(([offset, length]) => offset < end && offset + length > at);
    if (touched.length === 0) yield chunk;
    else {
      const copy = Buffer.from(chunk);
      for (const [offset, length, filling] of touched)
        copy.fill(filling, Math.max(0, offset - at), Math.min(chunk.length, offset + length - at));
      yield copy;
    }
    at = end;
  }
}
