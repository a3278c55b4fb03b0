import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

test.each([
  ["UTF-8", [0x4d, 0xc3, 0xbc, 0x6c]],
  ["UTF-8 with mark", [0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc, 0x6c]],
  ["Windows-1252", [0x4d, 0xfc, 0x6c]],
  ["UTF-16 little endian", [0xff, 0xfe, 0x4d, 0, 0xfc, 0, 0x6c, 0]],
  ["UTF-16 big endian", [0xfe, 0xff, 0, 0x4d, 0, 0xfc, 0, 0x6c]],
])("%s is read as it was meant", (_, bytes) => {
  expect(decodeText(new Uint8Array(bytes))).toBe("Mül");
});
