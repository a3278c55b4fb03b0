import fc from "fast-check";
import { expect, test } from "vitest";
import { mistakes, nearestWords } from "./nearest-words.ts";

const word = fc.string({ unit: fc.constantFrom(..."abcde"), minLength: 1, maxLength: 10 });

test("one mistake is one: a letter too much, too few, another, or two that changed places", () => {
  for (const other of ["schmidtt", "schmit", "schmixt", "shcmidt"])
    expect(mistakes("schmidt", other, 2), other).toBe(1);
  expect(mistakes("schmidt", "schmidt", 2)).toBe(0);
  expect(mistakes("schmidt", "schulze", 2)).toBe(3);
});

test("is the same both ways, and never more than changing every letter", () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = mistakes(a, b, 20);
      expect(mistakes(b, a, 20)).toBe(distance);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(mistakes(a, b, 1)).toBe(Math.min(distance, 2));
    }),
  );
});

test("longer words may have two mistakes; the word itself is no correction", () => {
  expect(nearestWords("maier", ["meier", "mayer", "maier", "mauer", "meyer"])).toEqual([
    "meier",
    "mayer",
    "mauer",
  ]);
  expect(nearestWords("ludenschedit", ["ludenscheidt", "lubeck"])).toEqual(["ludenscheidt"]);
});
