import { expect, test } from "vitest";
import { straySentence, strayJudge } from "./stray-rows.ts";

const COLUMNS = ["Nr", "Nachname", "Vorname", "Ort", "E-Mail"];
const PERSON = ["1", "Müller", "Eva", "Ulm", "eva@example.org"];
const judge = strayJudge(
  COLUMNS,
  Array.from({ length: 6 }, (_, at) => ({ line: at + 2, cells: PERSON })),
);

function isStray(...cells: (string | null)[]): boolean {
  return judge({ line: 40, cells });
}

test("headings that come again, headings of parts, sums, legends and footers are nobody", () => {
  expect(isStray(...COLUMNS)).toBe(true);
  expect(isStray("Aktive Mitglieder")).toBe(true);
  expect(isStray("", "Zwischensumme: 12")).toBe(true);
  expect(isStray("Summe", null, null, "60")).toBe(true);
  expect(isStray("Legende: A = aktiv")).toBe(true);
  expect(isStray("gedruckt am 01.10.2026, Seite 1 von 1")).toBe(true);
});

test("people stay, however little is known of them or whatever they are called", () => {
  expect(isStray(...PERSON)).toBe(false);
  expect(isStray("7", "Summer", "Eva")).toBe(false);
  expect(isStray("8", "Total", "Jo", "Ulm", "")).toBe(false);
  expect(isStray(null, "Müller", "Eva")).toBe(false);
  expect(isStray("9", "Muster", "Eva", "Ulm", "eva@example.org")).toBe(false);
  expect(isStray("12")).toBe(false);
});

test("an example below the headings is nobody, the same further down somebody", () => {
  const sample = ["0", "Mustermann", "Max", "Musterstadt", ""];
  expect(judge({ line: 2, cells: sample })).toBe(true);
  expect(judge({ line: 40, cells: sample })).toBe(false);
});

test("a narrow list has rows of one cell", () => {
  const names = strayJudge(["Name", "Mail"], [{ line: 2, cells: ["Eva Müller", null] }]);
  expect(names({ line: 3, cells: ["Jörg Weiß"] })).toBe(false);
});

test("what was left out is said once", () => {
  expect(straySentence([])).toEqual([]);
  expect(straySentence([7])[0]).toContain("Zeile 7 ist keine Person");
  expect(straySentence([1, 2, 3, 4, 5, 6])[0]).toMatch(/^6 Zeilen .*: 1, 2, 3, 4, 5 …\.$/);
});
