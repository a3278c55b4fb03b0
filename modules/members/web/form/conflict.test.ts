import { expect, test } from "vitest";
import type { User } from "../../contract.ts";
import { aUser } from "../../testing.ts";
import { conflictingFields } from "./conflict.ts";
import { bodyOf, fieldsOf, valuesOf, withFields } from "./member-values.ts";

const OWN = [
  {
    id: "018f0000-0000-7000-8000-000000000001",
    key: "size",
    label: "Trikotgröße",
    kind: "TEXT",
    options: [],
    required: false,
    selfService: true,
    position: 0,
    version: 1,
  },
] as const;
const customFields = OWN.map((field) => ({ ...field, options: [...field.options] }));

const stored = (changes: Partial<User> = {}) =>
  aUser({ city: "Göppingen", customFields: { size: "M" }, ...changes });

test("what only I changed is no conflict", () => {
  const mine = { ...valuesOf(stored(), customFields), city: "Eislingen" };
  expect(conflictingFields(stored(), mine, stored({ version: 2 }), customFields)).toEqual([]);
});

test("what only the other changed is shown with the other's value first", () => {
  const mine = valuesOf(stored(), customFields);
  expect(conflictingFields(stored(), mine, stored({ phone: "07161 4711" }), customFields)).toEqual([
    { path: "phone", before: "", theirs: "07161 4711", mine: "", changedByMe: false },
  ]);
});

test("what both changed differently is shown with all three values, custom fields too", () => {
  const mine = withFields(valuesOf(stored(), customFields), {
    city: "Eislingen",
    "customFields.size": "L",
  });
  expect(
    conflictingFields(
      stored(),
      mine,
      stored({ city: "Uhingen", customFields: { size: "S" } }),
      customFields,
    ),
  ).toEqual([
    { path: "city", before: "Göppingen", theirs: "Uhingen", mine: "Eislingen", changedByMe: true },
    { path: "customFields.size", before: "M", theirs: "S", mine: "L", changedByMe: true },
  ]);
});

test("the same change by both is no conflict", () => {
  const mine = { ...valuesOf(stored(), customFields), city: "Uhingen" };
  expect(conflictingFields(stored(), mine, stored({ city: "Uhingen" }), customFields)).toEqual([]);
});

test("an IBAN grouped by the form is no change", () => {
  const saved = stored({ iban: "DE02120300000000202051" });
  expect(
    conflictingFields(
      saved,
      valuesOf(saved, customFields),
      stored({ iban: "DE02 1203 0000 0000 2020 51" }),
      customFields,
    ),
  ).toEqual([]);
});

test("fields taken apart and put back are the same form", () => {
  const values = valuesOf(stored(), customFields);
  expect(withFields(values, fieldsOf(values))).toEqual(values);
});

test("empty inputs are sent as empty fields", () => {
  const values = withFields(valuesOf(stored(), customFields), {
    city: "  ",
    "customFields.size": "",
  });
  expect(bodyOf(values)).toMatchObject({ city: null, customFields: { size: null } });
});
