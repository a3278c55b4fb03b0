import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { holdsTerms, type SearchTerm, sqlTerms } from "#platform/server/search.ts";
import { runs } from "#platform/testing/properties.ts";

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

/** What the database finds of these names for these terms, and what `holdsTerms` does. */
async function bothWays(
  names: readonly string[],
  terms: readonly SearchTerm[],
  separators: string,
) {
  const [condition] = await app.services.database.queryWithoutTenant<{ sql: string }>(
    "SELECT terms_condition('name', $1, $2) AS sql",
    [sqlTerms(terms), separators],
  );
  // File names keep their signs in SQL; in the process signs are spaces already.
  const folded = separators === " " ? "folded_text(name)" : "folded_name(name)";
  const rows = await app.services.database.queryWithoutTenant<{ holds: boolean }>(
    `SELECT (${condition?.sql ?? ""}) AS holds FROM (SELECT ${folded} AS name, place FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place)) names ORDER BY place`,
    [names],
  );
  return {
    inDatabase: rows.map(({ holds }) => holds),
    here: names.map((name) => holdsTerms(name, terms)),
  };
}

const term = (word: string, ...variants: string[]): SearchTerm => ({ typed: word, word, variants });

test.each([
  [
    "a word is found inside, with its variants",
    [term("sitzungen", "sitzung")],
    ["Vorstandssitzung", "Sitzungen", "Satzung"],
    [true, true, false],
  ],
  [
    "a short word only begins words",
    [term("an")],
    ["Anna", "Hanna", "Haus Anbau", "Jan"],
    [true, false, true, false],
  ],
  ["one letter only begins words", [term("a")], ["Anna", "Jan", "Bad Abbach"], [true, false, true]],
  [
    "a short variant only begins words, beside a longer word",
    [term("muller", "mull")],
    ["Müllerei", "Müll", "Sondermüll", "Sonder Müll"],
    [true, true, false, true],
  ],
  [
    "all terms are needed",
    [term("weber", "web"), term("goppingen", "gopping")],
    ["Weber Göppingen", "Web Gopping", "Weber Eislingen"],
    [true, true, false],
  ],
  [
    "signs of a query stand for themselves",
    [term("j.m@x.de"), term("+49")],
    ["j.m@x.de +49 1", "jam@x.de +49 1", "j.m@x.de 49"],
    [true, false, false],
  ],
])("%s", async (_what, terms, names, expected) => {
  expect(await bothWays(names, terms, " ")).toEqual({ inDatabase: expected, here: expected });
});

test("in names of files words begin after any sign", async () => {
  const names = ["an.pdf", "x an.pdf", "x-an.pdf", "x_an.pdf", "x.an.pdf", "x(an).pdf", "xan.pdf"];
  const expected = [true, true, true, true, true, true, false];
  expect((await bothWays(names, [term("an")], " -_.(")).inDatabase).toEqual(expected);
  expect((await bothWays(names, [term("xylo", "an")], " -_.(")).inDatabase).toEqual(expected);
  expect((await bothWays(names, [term("a")], " -_.(")).inDatabase).toEqual(expected);
});

test("the database and the process agree about whatever words and names", async () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "b", "ö", "ß", "1", ".", "+", "@"),
    minLength: 1,
    maxLength: 6,
  });
  const folded = fc.string({
    unit: fc.constantFrom("a", "b", "o", "s", "1"),
    minLength: 1,
    maxLength: 6,
  });
  const terms = fc.array(
    fc
      .tuple(folded, fc.array(folded, { maxLength: 3 }))
      .map(([typed, variants]) => term(typed, ...(typed.length < 3 ? [] : variants))),
    { minLength: 1, maxLength: 3 },
  );
  const names = fc.array(
    fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
    { minLength: 20, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(terms, names, async (wanted, given) => {
      const { inDatabase, here } = await bothWays(given, wanted, " ");
      expect(inDatabase).toEqual(here);
    }),
    runs(20),
  );
});
