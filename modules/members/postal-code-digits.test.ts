import { expect, test } from "vitest";
import { digitsProblem } from "./postal-code-digits.ts";

test.each([
  ["73033", "DE"],
  ["01067", "DE"],
  ["D-73033", "DE"],
  ["1010", "AT"],
  ["A-1010", "AT"],
  ["8001", "CH"],
  ["CH 8001", "CH"],
  ["9490", "LI"],
  ["73033", null],
  ["1010", ""],
  // The server knows more countries.
  ["SW1A 1AA", "GB"],
  ["whatever", "XX"],
])("%s is good in %s", (code, country) => {
  expect(digitsProblem(code, country)).toBeUndefined();
});

test.each([
  ["7303", "DE", "Eine deutsche Postleitzahl hat fünf Ziffern."],
  ["730333", "DE", "Eine deutsche Postleitzahl hat fünf Ziffern."],
  ["7303O", "DE", "Eine deutsche Postleitzahl hat fünf Ziffern."],
  ["73033", "AT", "Eine österreichische Postleitzahl hat vier Ziffern."],
  ["0101", "AT", "Eine österreichische Postleitzahl hat vier Ziffern."],
  ["80011", "CH", "Eine Schweizer Postleitzahl hat vier Ziffern."],
  ["8001", "LI", "Eine Liechtensteiner Postleitzahl beginnt mit 94 und hat vier Ziffern."],
  [
    "SW1A 1AA",
    null,
    "Eine Postleitzahl hat vier oder fünf Ziffern. Liegt der Ort im Ausland, wählen Sie bitte das Land.",
  ],
])("%s is refused in %s", (code, country, problem) => {
  expect(digitsProblem(code, country)).toBe(problem);
});
