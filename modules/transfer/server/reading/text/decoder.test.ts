import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { type Encoding, ENCODINGS } from "../../../table-formats.ts";
import { decoderOf } from "./decoder.ts";

const NAMES: Record<Encoding, string> = {
  "UTF-8": "utf8",
  "WINDOWS-1252": "win1252",
  "UTF-16LE": "utf-16le",
  "UTF-16BE": "utf-16be",
  MACINTOSH: "macintosh",
  IBM850: "cp850",
};

function decoded(encoding: Encoding, ...pieces: Uint8Array[]): string {
  const decode = decoderOf(encoding);
  return pieces.map((piece) => decode(piece)).join("") + decode();
}

const bytes = (...values: number[]) => Uint8Array.from(values);

describe.each(ENCODINGS)("%s", (encoding) => {
  const encoded = (text: string) => iconv.encode(text, NAMES[encoding]);

  test("German names come as they were written", () => {
    const text = "Jürgen Großmann, Änne Özdemir, Übach-Palenberg; René, Gießübel & Söhne\r\n";
    expect(decoded(encoding, encoded(text))).toBe(text);
  });

  test("pieces make the same text wherever they are cut", () => {
    const wide = encoding.startsWith("UTF");
    const text = fc.string({
      unit: wide ? "grapheme" : fc.constantFrom(..."aZ0;äöüÄÖÜßéèáç\n"),
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60)), (written, cuts) => {
        const file = encoded(written);
        const at = [0, ...cuts.filter((cut) => cut < file.length), file.length].toSorted(
          (a, b) => a - b,
        );
        const pieces = at.slice(1).map((end, index) => file.subarray(at[index], end));
        expect(decoded(encoding, ...pieces)).toBe(written.replace(/^\ufeff/, ""));
      }),
    );
  });

  test("any bytes make a text that can be stored", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (file) => {
        expect(decoded(encoding, file).isWellFormed()).toBe(true);
      }),
    );
  });
});

test("DOS: letters beyond ASCII, with the umlauts where code page 437 has them too", () => {
  const dos = [0x84, 0x94, 0x81, 0x8e, 0x99, 0x9a, 0xe1, 0x82, 0x87];
  expect(decoded("IBM850", bytes(...dos))).toBe("äöüÄÖÜßéç");
  expect(iconv.decode(Buffer.from(dos), "cp437")).toBe("äöüÄÖÜßéç");
  expect(decoded("IBM850", bytes(0xb7, 0xd5, 0xf5, 0xf8, 0xff))).toBe("Àı§°\u00a0");
});

test("Windows: what stands between the controls and Latin-1", () => {
  expect(decoded("WINDOWS-1252", bytes(0x80, 0x84, 0x93, 0x94, 0x96, 0x8a, 0x9e))).toBe("€„“”–Šž");
});

test("old Macs: umlauts, quotation marks, and the euro that newer ones have", () => {
  expect(decoded("MACINTOSH", bytes(0x8a, 0x9a, 0x9f, 0xa7, 0xe3, 0xd2, 0xdb))).toBe("äöüß„“€");
});

test("marks of the byte order are no text", () => {
  expect(decoded("UTF-8", bytes(0xef, 0xbb), bytes(0xbf, 0x41))).toBe("A");
  expect(decoded("UTF-16LE", bytes(0xff), bytes(0xfe, 0x41, 0))).toBe("A");
  expect(decoded("UTF-16BE", bytes(0xfe, 0xff, 0, 0x41))).toBe("A");
});

test("halves of signs are told, not dropped", () => {
  expect(decoded("UTF-8", bytes(0x41, 0xc3))).toBe("A\ufffd");
  expect(decoded("UTF-16LE", bytes(0x41, 0, 0x3d, 0xd8))).toBe("A\ufffd");
  expect(decoded("UTF-16BE", bytes(0, 0x41, 0))).toBe("A\ufffd");
});
