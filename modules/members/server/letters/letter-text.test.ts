import { expect, test } from "vitest";
import { aUserRow } from "../../testing.ts";
import { addressLines } from "./address-lines.ts";
import { envelopeName, filledText, salutationLine, unknownPlaceholders } from "./letter-text.ts";

const EVA = aUserRow({ firstname: "Eva", lastname: "Groß", birthday: "1956-05-17" });

test.each([
  ["Frau", "Dr.", "Sehr geehrte Frau Dr. Groß,"],
  ["Herr", null, "Sehr geehrter Herr Groß,"],
  ["Familie", null, "Sehr geehrte Familie Groß,"],
  [null, null, "Guten Tag Eva Groß,"],
  ["Hallo", "Dr.", "Guten Tag Eva Groß,"],
  ["__proto__", null, "Guten Tag Eva Groß,"],
])("%s %s is addressed %s", (salutation, title, line) => {
  expect(salutationLine({ ...EVA, salutation, title })).toBe(line);
});

test("the envelope has title and name; a firm has one name", () => {
  expect(envelopeName({ ...EVA, title: "Dr." })).toBe("Dr. Eva Groß");
  expect(envelopeName({ ...EVA, firstname: "", lastname: "Bäckerei Kühn" })).toBe("Bäckerei Kühn");
});

test("each person has their own words in the letter", () => {
  const one = { userId: EVA.id, kind: "BIRTHDAY", date: "2026-05-17", years: 70 } as const;
  const text = "{Vorname} {Nachname}: {Anlass}, {Jahre}, {Datum}. {Ort}";
  expect(filledText(text, { ...one, person: EVA })).toBe(
    "Eva Groß: 70. Geburtstag, 70, 17.05.2026. {Ort}",
  );
  const joined = { ...one, kind: "MEMBERSHIP", years: 1 } as const;
  expect(filledText("{Anlass}", { ...joined, person: EVA })).toBe("1 Jahr Mitglied");
});

test("a value is no text to be filled in again", () => {
  const person = { ...EVA, firstname: "{Nachname}", lastname: "$&" };
  const one = { userId: EVA.id, kind: "BIRTHDAY", date: "2026-05-17", years: 70, person } as const;
  expect(filledText("{Vorname} {Nachname}", one)).toBe("{Nachname} $&");
});

test("words that the letter does not know are named", () => {
  expect(unknownPlaceholders("{Vorname} {Ort} {toString} {}")).toEqual(["Ort", "toString", ""]);
  expect(unknownPlaceholders("alles } klar { {Jahre}")).toEqual([]);
});

test.each([
  [
    { street: "Weg 1", postalCode: "73033", city: "Göppingen", country: "DE" },
    ["Weg 1", "73033 Göppingen"],
  ],
  [
    {
      street: "Weg 1",
      addressAddition: "c/o Lang",
      city: "Wien",
      postalCode: "1010",
      country: "AT",
    },
    ["c/o Lang", "Weg 1", "1010 Wien", "ÖSTERREICH"],
  ],
  [{ country: "AT" }, []],
  [{}, []],
])("%o stands on the envelope as %o", (address, lines) => {
  const none = { street: null, addressAddition: null, postalCode: null, city: null, country: null };
  expect(addressLines({ ...none, ...address })).toEqual(lines);
});
