import { dictionary } from "@zxcvbn-ts/language-de";
import { colognePhonetic } from "cologne-phonetic";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "#platform/testing/properties.ts";
import { cologne, nameSound } from "./cologne.ts";

test.each([
  ["Müller-Lüdenscheidt", "65752682"],
  ["Wikipedia", "3412"],
  ["Breschnew", "17863"],
  ["Heinz Classen", "068586"],
])("codes %s as %s, the examples of the method's description", (name, code) => {
  expect(cologne(name)).toBe(code);
});

test.each([
  ["Meier", "Mayr"],
  ["Schmidt", "Schmitt"],
  ["Philipp", "Filip"],
  ["Stefan", "Stephan"],
  ["Groß", "Gross"],
  ["Rene", "René"],
  ["Sahin", "Şahin"],
  ["Karl-Heinz", "Karl Heinz"],
  ["MÜLLER", "müller"],
])("hears %s and %s as the same", (one, other) => {
  expect(cologne(one)).toBe(cologne(other));
});

test.each(["", "-", "李", "123"])("%j has no sound", (name) => {
  expect(cologne(name)).toBe("");
});

test("keeps first and last name apart", () => {
  expect(nameSound("Peter", "Hans")).not.toBe(nameSound("Hans", "Peter"));
});

/** Without what the library does not know. */
function folded(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-zß]/g, "");
}

/**
 * Where the library leaves Postel's method: it hears a C at the end as K, and the C, K or Q before
 * an X as S.
 */
function isHeardOtherwise(name: string): boolean {
  return /c$|[ckq]x/.test(folded(name));
}

/** Germany's most frequent first and last names. */
const names = [
  ...(dictionary["firstnames"] as string[]),
  ...(dictionary["lastnames"] as string[]),
].filter((name) => !isHeardOtherwise(name));

describe("agrees with cologne-phonetic", () => {
  test(`on ${names.length} German names`, () => {
    expect(names.length).toBeGreaterThan(4_000);
    expect(names.filter((name) => cologne(name) !== colognePhonetic(folded(name)))).toEqual([]);
  });

  test("on double names in any case", () => {
    const name = fc.constantFrom(...names);
    const written = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize("NFD"),
    );
    fc.assert(
      fc.property(name, fc.constantFrom("-", " ", " von "), name, written, (a, sign, b, write) => {
        const double = write(`${a}${sign}${b}`);
        fc.pre(!isHeardOtherwise(double));
        expect(cologne(double)).toBe(colognePhonetic(folded(double)));
      }),
    );
  });

  test("on any letters", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzäöüß") });
    fc.assert(
      fc.property(letters, (text) => {
        fc.pre(!isHeardOtherwise(text));
        expect(cologne(text)).toBe(colognePhonetic(folded(text)));
      }),
      runs(300),
    );
  });
});
