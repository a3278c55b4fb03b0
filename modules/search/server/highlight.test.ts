import fc from "fast-check";
import { expect, test } from "vitest";
import { typedWords } from "#platform/contract/fold.ts";
import { highlighter } from "./highlight.ts";

const of = (query: string, variants: string[] = []) =>
  highlighter(typedWords(query).map(({ typed, folded }) => ({ typed, word: folded, variants })));
const hits = (query: string, text: string, variants?: string[]) =>
  of(query, variants)
    .pieces(text)
    .filter(({ hit }) => hit)
    .map((piece) => piece.text);

test.each([
  ["mueller", "Jürgen Müller", ["Müller"]],
  ["müller", "Mueller & Muller", ["Mueller", "Muller"]],
  ["strasse", "Weiße Straße 3", ["Straße"]],
  ["weiß", "WEISS", ["WEISS"]],
  ["zoe", "Zoë", ["Zoë"]],
  ["oneil", "Sean O’Neil", ["O’Neil"]],
  ["mu", "Müller, Hamburg-Mumm", ["Mü", "Mu"]],
  ["a.b", "aXb a.b", ["a.b"]],
  ["dangelo", "D'Angelo", ["D'Angelo"]],
])("%s in %s", (query, text, marked) => {
  expect(hits(query, text)).toEqual(marked);
});

test("accents written as signs of their own belong to their letter", () => {
  expect(hits("müller", "Müller")).toEqual(["Müller"]);
});

test("all pieces together are the text, whatever is searched for in whatever", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      (query, text) => {
        const words = typedWords(query);
        if (words.length === 0) return;
        const { pieces, excerpt } = of(query);
        expect(
          pieces(text)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
        expect(excerpt(text).length).toBeLessThan(400);
      },
    ),
  );
});

test("an excerpt is found wherever it is in a long text, and a text made to be slow keeps nobody waiting", () => {
  for (const at of [0, 1_990, 1_999, 2_000, 2_001, 30_000]) {
    const text = `${"x".repeat(Math.max(0, at - 1))} Schatzmeister und ${"y ".repeat(5_000)}`;
    expect(
      of("schatzmeister")
        .excerpt(text)
        .filter(({ hit }) => hit),
    ).toEqual([{ text: "Schatzmeister", hit: true }]);
  }
  const slow = of(Array.from({ length: 8 }, (_, index) => `${"a".repeat(23)}${index}`).join(" "));
  for (let index = 0; index < 200; index++)
    expect(slow.excerpt("ae".repeat(20_000)).every(({ hit }) => !hit)).toBe(true);
});

test("an excerpt is the part with the most of the words", () => {
  const text = `Satzung. ${"Nichts davon steht hier. ".repeat(20)}In der Satzung sind Mitglieder genannt. ${"Ende. ".repeat(50)}`;
  const excerpt = of("satzung mitglied")
    .excerpt(text)
    .map((piece) => piece.text)
    .join("");
  expect(excerpt).toContain("In der Satzung sind Mitglieder genannt.");
  expect(excerpt.startsWith("… ") && excerpt.endsWith(" …")).toBe(true);
});
