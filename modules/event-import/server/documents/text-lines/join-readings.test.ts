import fc from "fast-check";
import { expect, test } from "vitest";
import { joinReadings } from "./join-readings.ts";

/** Two readings of one line, one that sees letters well and one that knows German. */

const seen = (text: string, share = 0.95) =>
  [...text].map((letter, index) => ({ text: letter, at: index / text.length, share }));
const joined = (first: string, second: string) =>
  joinReadings(seen(first), second)
    .map(({ text, begins }, index) => (begins && index > 0 ? ` ${text}` : text))
    .join("");

test.each([
  ["Ubernachtung", "Übernachtung", "Übernachtung"],
  ["GroBes Jubilaumskonzert", "Großes Jubiläumskonzert", "Großes Jubiläumskonzert"],
  ["Anreiseund Zeltaufbau", "Anreise und Zeltaufbau", "Anreise und Zeltaufbau"],
  ["Restzahlung (85 )", "Restzahlung (85 €)", "Restzahlung (85 €)"],
  ['Stamm "Graue Biber"', "Stamm „Graue Biber“", "Stamm „Graue Biber“"],
  // What the second reading made of noise is not believed.
  ["Di 11.8. 14-16 Uhr", "Dill5. 14–16 Uhr", "Di 11.8. 14–16 Uhr"],
  ["Kurpark", "", "Kurpark"],
  ["Kurpark", "| _ ~", "Kurpark"],
])("%s and %s are %s", (first, second, both) => {
  expect(joined(first, second)).toBe(both);
});

test("without anything seen there is nothing, whatever the other one says", () => {
  fc.assert(fc.property(fc.string(), (second) => joinReadings([], second).length === 0));
});

test("no letter is made up: each was seen by one of them", () => {
  const text = fc.string({ maxLength: 20, unit: "grapheme-ascii" });
  fc.assert(
    fc.property(text, text, (first, second) => {
      for (const { text: letter } of joinReadings(seen(first), second))
        expect(`${first}${second}`).toContain(letter);
    }),
  );
});

test("a letter that both see is as sure as either, one that they see differently is doubted", () => {
  const [same] = joinReadings(seen("K", 0.5), "K");
  const [other] = joinReadings(seen("K", 0.5), "X");
  expect(same?.share).toBeGreaterThan(0.5);
  expect(other?.share).toBeLessThan(0.5);
});
