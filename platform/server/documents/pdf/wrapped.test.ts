import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable, wordsOf, wrapped } from "./wrapped.ts";

/** Every character is one wide. */
const widthOf = (text: string) => [...text].length;
const linesOf = (text: string, room: number) => wrapped(text, room, widthOf).lines;

describe("lines of a text", () => {
  test.each([
    ["Anna", 10, ["Anna"]],
    ["", 10, [""]],
    ["Am Alten Bahnhof", 9, ["Am Alten ", "Bahnhof"]],
    ["Hans-Joachim", 8, ["Hans-", "Joachim"]],
    ["C-Jugend Ost", 8, ["C-Jugend ", "Ost"]],
    ["eins\n\nzwei", 10, ["eins", "", "zwei"]],
    ["ein zwei\ndrei", 3, ["ein ", "zwe", "i", "dre", "i"]],
    ["anna@example.net", 12, ["anna@", "example.net"]],
    ["a@gruenhausen", 8, ["a@gruenh", "ausen"]],
    ["Straße", 1, ["S", "t", "r", "a", "ß", "e"]],
    ["Maria  Anna", 6, ["Maria  ", "Anna"]],
  ])("%j in %i", (text, room, lines) => {
    expect(linesOf(text, room)).toEqual(lines);
  });

  test("signs of two code units and accents stay with their letter", () => {
    expect(linesOf("😀😀😀", 2)).toEqual(["😀😀", "😀"]);
    expect(linesOf("n\u0303n\u0303n\u0303", 2)).toEqual(["n\u0303", "n\u0303", "n\u0303"]);
  });

  test.each([
    ["Am Alten Bahnhof", 9, false],
    ["eins\nzwei", 5, false],
    ["Hans-Joachim", 8, true],
    ["Maximilian", 5, true],
  ])("a word of %j that goes on in the next line is known", (text, room, isBroken) => {
    expect(wrapped(text, room, widthOf).isBroken).toBe(isBroken);
  });

  test("nothing is lost, nothing is wider than the room, and words that fit are whole", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."abcÄß -@.\n"), maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, room) => {
        const { lines } = wrapped(text, room, widthOf);
        expect(lines.join("")).toBe(text.replaceAll("\n", ""));
        for (const line of lines) expect(widthOf(line.trimEnd())).toBeLessThanOrEqual(room);
        for (const word of text.split(/[ \n]/))
          if (widthOf(word) <= room && !word.includes("-"))
            expect(lines.some((line) => line.includes(word))).toBe(true);
      }),
    );
  });
});

test("words are parts between spaces, lines and the hyphens of names", () => {
  expect(wordsOf("Hans-Joachim von Hohenstein\nC-Jugend 01.02.1990")).toEqual([
    "Hans-",
    "Joachim ",
    "von ",
    "Hohenstein",
    "C-Jugend ",
    "01.02.1990",
  ]);
});

test("printable texts have composed letters and one kind of line end", () => {
  expect(printable("u\u0308\r\nb\rc\td\u0000\u00ad\u200b\ufeff")).toBe("ü\nb\nc d");
});
