import fc from "fast-check";
import { expect, test } from "vitest";
import { SharedTexts } from "./shared-texts.ts";

test("texts come back by their numbers, whatever is in them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 40 }), { minLength: 1 }),
      (texts) => {
        const shared = new SharedTexts();
        for (const text of texts) shared.add(text);
        expect(texts.map((_text, index) => shared.at(index) ?? "")).toEqual(texts);
        expect([
          shared.count,
          shared.at(texts.length),
          shared.at(-1),
          shared.at(Number.NaN),
        ]).toEqual([texts.length, null, null, null]);
      },
    ),
  );
});

test("half a million texts take little more than their bytes", () => {
  const shared = new SharedTexts();
  for (let number = 0; number < 500_000; number++) shared.add(`Überlinger Straße ${number}`);
  expect([shared.at(0), shared.at(65_536), shared.at(499_999)]).toEqual([
    "Überlinger Straße 0",
    "Überlinger Straße 65536",
    "Überlinger Straße 499999",
  ]);
  expect(shared.size).toBeLessThan(14 * 1024 * 1024);
});

test("a text that no cell could hold is refused", () => {
  expect(() => new SharedTexts().add("x".repeat(2 * 1024 * 1024))).toThrow("viel zu langen Text");
});
