import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textEncoding } from "./encodings.ts";

const windows = (text: string) => {
  const encoding = textEncoding("WINDOWS-1252", false);
  const bytes = encoding.encode(text);
  return { text: new TextDecoder("windows-1252").decode(bytes), problem: encoding.problem() };
};

describe("Windows-1252", () => {
  test("has a place for all that German and its neighbours need", () => {
    const text = "Jürgen Großmann, Änne; René Citroën – „12,50 €“ ½ ÿŸ Œuvre Šimek Žižka\r\n";
    expect(windows(text)).toEqual({ text, problem: undefined });
  });

  test("holds each of its signs", () => {
    const signs = Array.from({ length: 256 }, (_, byte) => byte)
      // Five bytes mean nothing in it.
      .filter((byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))
      .map((byte) => new TextDecoder("windows-1252").decode(Uint8Array.of(byte)))
      .join("");
    expect(windows(signs)).toEqual({ text: signs, problem: undefined });
  });

  test.each([
    ["Dvořák", "Dvorák", "Ein Zeichen gibt es in Windows-1252 nicht", "„ř“ als „r“"],
    ["Łódź", "Lódz", "2 Zeichen gibt es", "„Ł“ als „L“, „ź“ als „z“"],
    ["Nguyễn", "Nguyen", "Ein Zeichen", "„ễ“ als „e“"],
    ["李 👍", "? ?", "2 Zeichen", "„李“ als „?“, „👍“ als „?“"],
    ["I\u0307pek", "Ipek", "Ein Zeichen", "„İ“ als „I“"],
  ])("writes %s as %s and says so", (text, written, count, examples) => {
    const result = windows(text);
    expect(result.text).toBe(written);
    expect(result.problem).toContain(count);
    expect(result.problem).toContain(examples);
    expect(result.problem).toMatch(/Mit UTF-8 bleibt alles, wie es ist\.$/);
  });

  test("counts each time, but names only some", () => {
    const { problem } = windows("ř".repeat(1_500) + "ąćęłńśźżőűğş");
    expect(problem).toContain("1.512 Zeichen");
    expect(problem?.match(/ als /g)).toHaveLength(10);
  });

  test("takes letters with an accent of their own as one", () => {
    expect(windows("Mu\u0308ller")).toEqual({ text: "Müller", problem: undefined });
  });

  test("every text becomes one byte for each of its signs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const normal = text.toWellFormed().normalize("NFC");
        expect(textEncoding("WINDOWS-1252", false).encode(normal)).toHaveLength([...normal].length);
      }),
    );
  });
});

describe.each([
  ["UTF-8", false, "utf-8"],
  ["UTF-8", true, "utf-8"],
  ["UTF-16", false, "utf-16le"],
] as const)("%s (mark wanted: %s)", (name, mark, label) => {
  test("holds any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const encoding = textEncoding(name, mark);
        const file = Buffer.concat([encoding.mark, encoding.encode(text)]);
        const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
        expect(decoder.decode(file)).toBe((encoding.mark.length > 0 ? "\ufeff" : "") + text);
        expect(encoding.problem()).toBeUndefined();
      }),
    );
  });

  test("begins with its mark where programs need one", () => {
    expect(textEncoding(name, mark).mark.length).toBe(name === "UTF-16" ? 2 : mark ? 3 : 0);
  });
});
