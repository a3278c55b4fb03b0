import fc from "fast-check";
import { expect, test } from "vitest";
import { recognisedWords, type RecognisedLine } from "./recognised-words.ts";

/** Words of a picture that was read. */

const box = fc
  .tuple(fc.nat(500), fc.nat(500), fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 30 }))
  .map(([x0, y0, width, height]) => ({ x0, y0, x1: x0 + width, y1: y0 + height }));
const word = fc.record({
  text: fc.oneof(
    fc.constantFrom("Sommerfest", "|Übung", "Ubung", "12.", "–", "[", " ", "18:30", "|"),
    fc.string({ maxLength: 8, unit: "binary" }),
  ),
  confidence: fc.integer({ min: 0, max: 100 }),
  box,
});
const line = fc.record({
  height: fc.integer({ min: 1, max: 60 }),
  words: fc.array(word, { maxLength: 5 }),
});
const reading: fc.Arbitrary<RecognisedLine[]> = fc.array(line, { maxLength: 6 });

test("every word was seen, where it stands and as sure as that", () => {
  fc.assert(
    fc.property(reading, (lines) => {
      const seen = lines.flatMap(({ words }) => words);
      for (const { text, confidence, x0, y0, x1, y1 } of recognisedWords(lines)) {
        expect(text).not.toBe("");
        expect(
          seen.some(
            (other) =>
              other.confidence === confidence &&
              other.text.replace(/^[\s|¦[\]]*Ub/, "Üb").includes(text.replace(/^Ub/, "Üb")) &&
              [other.box.x0, other.box.y0, other.box.x1, other.box.y1].join() ===
                [x0, y0, x1, y1].join(),
          ),
        ).toBe(true);
      }
    }),
  );
});

test("surer words are never noise, and words without any confidence always", () => {
  fc.assert(
    fc.property(reading, (lines) => {
      const read = recognisedWords(lines);
      expect(read.every(({ confidence }) => confidence > 0)).toBe(true);
      const sure = lines
        .flatMap(({ words }) => words)
        .filter(
          ({ text, confidence }) =>
            confidence === 100 && /\p{L}/u.test(text) && !/[|¦[\]]/.test(text),
        );
      expect(read.filter(({ confidence }) => confidence === 100).length).toBeGreaterThanOrEqual(
        sure.length,
      );
    }),
  );
});
