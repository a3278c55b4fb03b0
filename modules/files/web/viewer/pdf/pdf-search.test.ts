import fc from "fast-check";
import { expect, test } from "vitest";
import { foldForSearch, placesIn } from "./pdf-search.ts";

test("case, accents and line breaks make no difference", () => {
  const text = "Der Kassenwart\nberichtet. DER KASSENWART dankt. Grüße";
  expect(placesIn(text, "kassenwart berichtet")).toEqual([{ start: 4, end: 24 }]);
  expect(placesIn(text, "der Kassenwart")).toHaveLength(2);
  expect(placesIn(text, "grusse")).toHaveLength(0);
  expect(placesIn(text, "gruße")).toHaveLength(1);
  expect(placesIn(text, "  ")).toEqual([]);
});

test("folding never moves places", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(foldForSearch(text)).toHaveLength(text.length);
    }),
  );
});
