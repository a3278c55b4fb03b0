import { inflateRawSync } from "node:zlib";

/** The files of a ZIP by name, in the order of its central directory. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(archive.lastIndexOf(Buffer.from("PK\u0005\u0006")) + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, commentLength] = [
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files.set(
      archive.toString("utf8", at + 46, at + 46 + nameLength),
      archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed),
    );
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
