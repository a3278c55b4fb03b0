import { expect, test } from "vitest";
import { errorText, UNREACHABLE } from "./error-texts.ts";

test.each([
  [401, "Dazu haben Sie nicht die notwendigen Rechte."],
  [403, "Dazu haben Sie nicht die notwendigen Rechte."],
  [404, "Die angefragte Resource wurde nicht gefunden."],
  [409, "Die angefragte Resource existiert bereits."],
  [500, "Interner Serverfehler."],
  [415, "Fehlerhafte Anfrage."],
  [413, "Zu große Anfrage."],
])("status %i has the specification's text", (status, text) => {
  expect(errorText(status, "something else")).toBe(text);
});

test("any other status shows the raw message", () => {
  expect(errorText(422, "Das Ende liegt vor dem Anfang.")).toBe("Das Ende liegt vor dem Anfang.");
});

test.each([0, 502, 503, 504])("status %i says what the error itself says", (status) => {
  expect(errorText(status, "Der Speicher ist voll.")).toBe("Der Speicher ist voll.");
});

test("where nothing was to be saved, nothing is said of saving", () => {
  expect(UNREACHABLE).not.toContain("gespeichert");
});
