/**
 * What a picture's first bytes announce, before anything is decoded. Undefined: they don't tell.
 */

const PARTS = new Set(["ftyp", "meta", "mdat", "moov", "free", "skip", "idat", "uuid"]);

/**
 * Width times height as the picture announces it: a bomb is small as a file and says here how large
 * it becomes.
 */
export function announcedPixels(head: Uint8Array): number | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length < 30) return undefined;
  if (bytes.toString("latin1", 1, 4) === "PNG")
    return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  if (bytes.toString("latin1", 0, 4) === "GIF8")
    return bytes.readUInt16LE(6) * bytes.readUInt16LE(8);
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 16) === "WEBPVP8X")
    return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
  if (bytes.readUInt16BE(0) === 0xffd8) return pixelsOfJpeg(bytes);
  if (bytes.toString("latin1", 4, 8) === "ftyp") return pixelsOfHeic(bytes);
  return undefined;
}

/** Whether a HEIC ends before the last part that it announces: its parts say how long they are. */
export function isCutHeic(head: Uint8Array, size: number): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.toString("latin1", 4, 8) !== "ftyp") return false;
  for (let at = 0; at + 16 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    // 0: as far as the file goes; 1: the length stands behind the name, in eight bytes.
    const length =
      short === 0 ? size - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    // Behind their last part some phones write more, in a form of their own.
    if (!PARTS.has(bytes.toString("latin1", at + 4, at + 8))) return false;
    if (length < 8 || at + length > size) return true;
    at += length;
  }
  return false;
}

/**
 * The frame header stands behind any number of segments, such as EXIF with a small picture of its
 * own.
 */
function pixelsOfJpeg(bytes: Buffer): number | undefined {
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xda) return undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The largest of its parts' sizes: of a picture put together from tiles, the whole. */
function pixelsOfHeic(bytes: Buffer): number | undefined {
  let largest: number | undefined;
  for (
    let at = bytes.indexOf("ispe", 0, "latin1");
    at >= 0 && at + 16 <= bytes.length;
    at = bytes.indexOf("ispe", at + 4, "latin1")
  ) {
    largest = Math.max(largest ?? 0, bytes.readUInt32BE(at + 8) * bytes.readUInt32BE(at + 12));
  }
  return largest;
}
