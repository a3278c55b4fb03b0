import fc from "fast-check";
import exifr from "exifr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { positionSpans, type Span, withoutPositions } from "./positions.ts";

const GPS = {
  GPSLatitudeRef: "N",
  GPSLatitude: "48/1 42/1 1234/100",
  GPSLongitudeRef: "E",
  GPSLongitude: "9/1 39/1 4321/100",
};

async function photo(format: "jpeg" | "webp"): Promise<Buffer> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#197" } })
    .withExif({
      IFD0: { Make: "Kamera" },
      IFD2: { DateTimeOriginal: "2026:07:07 16:22:33" },
      IFD3: GPS,
    })
    .withMetadata({ orientation: 6 });
  return format === "jpeg" ? picture.jpeg().toBuffer() : picture.webp().toBuffer();
}

async function collected(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each(["jpeg", "webp"] as const)(
  "a %s keeps everything but the spot it was taken on",
  async (format) => {
    const original = await photo(format);
    if (format === "jpeg") expect((await exifr.gps(original)).latitude).toBeCloseTo(48.7034, 3);
    const cleaned = await collected(
      withoutPositions(inParts(original, 1000), positionSpans(original)),
    );

    expect(cleaned.length).toBe(original.length);
    expect(cleaned.includes(Buffer.from("1234/100"))).toBe(false);
    if (format === "jpeg") {
      expect(await exifr.gps(cleaned).catch(() => undefined)).toBeUndefined();
      expect(await exifr.parse(cleaned, { pick: ["Make"] })).toEqual({ Make: "Kamera" });
    }
    expect(await sharp(cleaned).metadata()).toMatchObject({
      width: 40,
      height: 30,
      orientation: 6,
    });
    expect(
      positionSpans(cleaned).every(([offset, length, filling]) =>
        cleaned.subarray(offset, offset + length).every((byte) => byte === filling),
      ),
    ).toBe(true);
  },
);

test("a position in XMP is blanked, the packet stays readable", async () => {
  const packet =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="48,42.2N" dc:title="Fest"><exif:GPSLongitude>9,39.7E</exif:GPSLongitude></rdf:Description></x:xmpmeta>';
  const bytes = Buffer.from(`abc${packet}def`);
  const cleaned = (
    await collected(withoutPositions(inParts(bytes, 7), positionSpans(bytes)))
  ).toString();
  expect(cleaned).not.toMatch(/48,42|9,39/);
  expect(cleaned).toContain('exif:GPSLatitude="        " dc:title="Fest"');
});

test("hostile EXIF never reads or writes outside of the file", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (tail, little) => {
      const bytes = Buffer.concat([
        Buffer.from("Exif\0\0", "latin1"),
        Buffer.from(little ? "II*\0" : "MM\0*", "latin1"),
        Buffer.from(tail),
      ]);
      for (const [offset, length] of positionSpans(bytes)) {
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset + length).toBeLessThanOrEqual(bytes.length);
      }
    }),
  );
});

test("parts of a file are cleaned like the whole, wherever they are cut", async () => {
  const bytes = Buffer.alloc(200, 7);
  const spans: Span[] = [
    [20, 30, 0],
    [100, 1, 32],
  ];
  const whole = await collected(withoutPositions(inParts(bytes, 200), spans));
  await fc.assert(
    fc.asyncProperty(fc.nat(199), fc.integer({ min: 1, max: 60 }), async (start, size) => {
      const part = await collected(
        withoutPositions(inParts(bytes.subarray(start), size), spans, start),
      );
      expect(part.equals(whole.subarray(start))).toBe(true);
    }),
  );
});

test("a HEIC or AVIF whose block of EXIF has no mark, and the film behind a moving picture", () => {
  const tiff = Buffer.from(
    "49492a0008000000" +
      "0100" +
      "25880400" +
      "01000000" +
      "1a000000" +
      "00000000" +
      "0100" +
      "01000200" +
      "02000000" +
      "4e000000" +
      "00000000",
    "hex",
  );
  const avif = Buffer.concat([
    Buffer.from("0000001c667479706176696600000000", "hex"),
    Buffer.alloc(16, 1),
    Buffer.alloc(4),
    tiff,
  ]);
  expect(positionSpans(avif)).toEqual([[36 + 26, 14, 0]]);
  const place = "+48.1234+009.7654/";
  const moving = Buffer.concat([
    Buffer.from("ffd8ffd9", "hex"),
    Buffer.from(
      "\0\0\0\x30moov\0\0\0\x28udta\0\0\0\x20\u00a9xyz\0\x12\x15\u00c7" + place,
      "latin1",
    ),
  ]);
  expect(positionSpans(moving)).toEqual([[moving.indexOf(place), place.length - 1, 0x30]]);
});

test.each([
  ["packets of XMP without an end", "<x:xmpmeta"],
  ["packets of XMP one inside the other", "<x:xmpmeta exif:GPSLatitude='48,1'"],
  ["indexes of films that claim to be long", "\x7f\xff\xff\xffmoov+48.12+009.12/"],
  ["EXIF blocks", "Exif\0\0II*\0\x08\0\0\0\xff\xff"],
  ["marks of EXIF blocks that are none", "EXIF"],
  ["blocks of HEIC without a mark", "\0\0\0\0MM\0*"],
])("24 MiB of %s keep nobody waiting and make no long list", (_name, text) => {
  const piece = Buffer.from(text, "latin1");
  const hostile = Buffer.concat([
    Buffer.from("\0\0\0 ftypheic", "latin1"),
    Buffer.alloc(24 * 1024 * 1024, piece),
  ]);
  expect(positionSpans(hostile).length).toBeLessThanOrEqual(60_000);
});
