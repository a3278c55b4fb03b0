import { expect, test } from "vitest";
import { isAllowed } from "./upload-limits.ts";

test.each([
  ["a.pdf", "application/pdf", null, true],
  ["a.pdf", "application/pdf", ["application/pdf"], true],
  ["a.PDF", "", ["application/pdf"], true],
  ["a.png", "image/png", ["application/pdf"], false],
  ["a.png", "image/png", ["image/*"], true],
  ["IMG_1.HEIC", "", ["image/*"], true],
  ["a.exe", "application/x-msdownload", ["image/*", "application/pdf"], false],
  // Nobody knows: the server looks at the bytes.
  ["a.xyz", "", ["image/*"], true],
])("%s of type „%s“ into a share for %s: %s", (name, type, allowed, expected) => {
  expect(isAllowed({ name, type }, allowed)).toBe(expected);
});
