import fc from "fast-check";
import { expect, test } from "vitest";
import { previewOf } from "./presenters.ts";

const pieces = fc.constantFrom(
  " ",
  "\n",
  "\t",
  " ",
  "a",
  "ß",
  "😀",
  "\u{1f3fd}",
  "Liebe Mitglieder,",
);

test("a preview is the text's first 200 characters on one line, none cut in half", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 500 }), (parts) => {
      const text = parts.join("");
      const characters = [...text.replace(/\s+/g, " ")].slice(0, 200);
      expect(previewOf(text)).toBe(characters.join("").trim());
    }),
  );
  expect(previewOf("😀".repeat(300))).toBe("😀".repeat(200));
  expect(previewOf("")).toBe("");
});
