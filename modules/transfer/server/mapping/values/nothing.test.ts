import { expect, test } from "vitest";
import { saysNothing } from "./nothing.ts";

const TEXT = { key: "street", kind: "TEXT" };

test.each([
  "-",
  "--",
  "k. A.",
  "k.A.",
  "n/a",
  "null",
  "NULL",
  "keine",
  "ohne",
  "unbekannt",
  "0",
  "?",
])("%s in a street says nothing", (word) => {
  expect(saysNothing(TEXT, word)).toBe(true);
});

test("how somebody pays is no account", () => {
  expect(saysNothing({ key: "iban", kind: "IBAN" }, "bar")).toBe(true);
  expect(saysNothing({ key: "iban", kind: "IBAN" }, "Rechnung")).toBe(true);
  expect(saysNothing(TEXT, "Rechnung")).toBe(false);
});

test("a word that a field has as a value stays one", () => {
  expect(saysNothing({ key: "cf.paid", kind: "BOOLEAN" }, "-")).toBe(false);
  expect(saysNothing({ key: "cf.paid", kind: "BOOLEAN" }, "0")).toBe(false);
  expect(saysNothing({ key: "cf.fee", kind: "NUMBER" }, "0")).toBe(false);
  expect(saysNothing({ key: "gender", kind: "CHOICE" }, "unbekannt")).toBe(false);
  expect(saysNothing({ key: "notes", kind: "MULTILINE" }, "keine")).toBe(false);
  expect(saysNothing({ key: "memberNumber", kind: "TEXT" }, "0")).toBe(false);
});

test("people are called Ohne and Null", () => {
  for (const name of ["Ohne", "Null", "Keiner", "Leer"])
    expect(saysNothing({ key: "lastname", kind: "TEXT" }, name)).toBe(false);
  expect(saysNothing({ key: "lastname", kind: "TEXT" }, "k. A.")).toBe(true);
});
