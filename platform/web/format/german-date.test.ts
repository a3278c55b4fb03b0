import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDate } from "./format.ts";
import { dateProblem, hasYear, parseGermanDate } from "./german-date.ts";

const NOW = { today: "2026-06-15" };

describe("a date as people type it", () => {
  test.each([
    ["31.12.1999", "1999-12-31"],
    ["1.2.2026", "2026-02-01"],
    ["31.12.99", "1999-12-31"],
    ["01.01.30", "2030-01-01"],
    ["1.5.27", "2027-05-01"],
    ["31121999", "1999-12-31"],
    ["311299", "1999-12-31"],
    ["1999-12-31", "1999-12-31"],
    [" 29.02.2028 ", "2028-02-29"],
    ["1. Mai 2027", "2027-05-01"],
    ["3. märz 99", "1999-03-03"],
    ["heute", "2026-06-15"],
    ["Morgen", "2026-06-16"],
    ["gestern", "2026-06-14"],
    ["übermorgen", "2026-06-17"],
    ["29.02.2027", null],
    ["31.02.", null],
    ["31.13.2020", null],
    ["31.12.199", null],
    ["1. Ma", null],
    ["1999", null],
    ["vorgestern", null],
    ["", null],
  ])("%s is %s", (typed, expected) => {
    expect(parseGermanDate(typed, NOW)).toBe(expected);
  });

  test.each([
    ["31.12.", "2026-12-31", "2025-12-31"],
    ["31.12", "2026-12-31", "2025-12-31"],
    ["3112", "2026-12-31", "2025-12-31"],
    ["31. Dez", "2026-12-31", "2025-12-31"],
    ["15.6.", "2026-06-15", "2026-06-15"],
    ["14.6.", "2027-06-14", "2026-06-14"],
    ["1. Mai", "2027-05-01", "2026-05-01"],
    ["29.2.", "2028-02-29", "2024-02-29"],
  ])("%s without a year is the next one, %s, or the last one, %s", (typed, next, last) => {
    expect(parseGermanDate(typed, { ...NOW, assume: "next" })).toBe(next);
    expect(parseGermanDate(typed, { ...NOW, assume: "last" })).toBe(last);
  });

  test("a year that is guessed keeps within the bounds where it can", () => {
    expect(parseGermanDate("1.5.27", { ...NOW, max: "2026-06-15" })).toBe("1927-05-01");
    expect(parseGermanDate("1.5.", { ...NOW, min: "2028-01-01" })).toBe("2028-05-01");
    expect(parseGermanDate("1.5.2027", { ...NOW, max: "2026-06-15" })).toBe("2027-05-01");
  });

  test("what a date is written as is read as that date", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (day) => {
          const date = day.toISOString().slice(0, 10);
          expect(parseGermanDate(formatDate(date), NOW)).toBe(date);
        },
      ),
    );
  });

  test("no text breaks it, and what it gives is a real day", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom("next" as const, "last" as const),
        (text, assume) => {
          const date = parseGermanDate(text, { ...NOW, assume });
          expect(date === null || new Date(date).toISOString().startsWith(date)).toBe(true);
        },
      ),
    );
  });
});

test("what is wrong with it is said", () => {
  expect(dateProblem("", NOW)).toBeNull();
  expect(dateProblem("31.12.", NOW)).toBeNull();
  expect(dateProblem("31.02.2026", NOW)).toBe(
    "Das ist kein Datum. Bitte schreiben Sie es wie 31.12.2026.",
  );
  expect(dateProblem("16.6.2026", { ...NOW, max: "2026-06-15" })).toBe(
    "Der Tag liegt nach dem 15.06.2026.",
  );
  expect(dateProblem("14.6.2026", { ...NOW, min: "2026-06-15" })).toBe(
    "Der Tag liegt vor dem 15.06.2026.",
  );
});

test("a year is there or not", () => {
  expect(["31.12.99", "31121999", "1. Mai 27"].map(hasYear)).toEqual([true, true, true]);
  expect(["31.12.", "3112", "heute", "x"].map(hasYear)).toEqual([false, false, false, false]);
});
