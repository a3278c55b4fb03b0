import { expect, test } from "vitest";
import type { User } from "../../contract.ts";
import { conflictingFields } from "./conflict.ts";
import { bodyOf, emptyValues, fieldsOf, valuesOf, withFields } from "./member-values.ts";

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

/** A member as the server answers; what the form does not show is left out of the tests. */
function aUser(changes: Partial<User> = {}): User {
  const { country, gender, status, ...texts } = bodyOf(emptyValues(customFields, "2020-01-01"));
  const user: User = {
    ...texts,
    id: "018f0000-0000-7000-8000-000000000002",
    memberNumber: "17",
    firstname: "Änne",
    lastname: "Müller",
    country,
    gender,
    status,
    enteredStatus: status,
    city: "Göppingen",
    customFields: { size: "M" },
    loginState: "NONE",
    hasProfilePicture: false,
    createdAt: "2026-01-01T10:00:00Z",
    updatedAt: "2026-01-01T10:00:00Z",
    updatedBy: null,
    version: 1,
    username: null,
    isAdmin: false,
    permissions: [],
    effectivePermissions: [],
    groups: [],
    can: [],
  };
  return Object.assign(user, changes);
}

test("what only I changed is no conflict", () => {
  const mine = { ...valuesOf(aUser(), customFields), city: "Eislingen" };
  expect(conflictingFields(aUser(), mine, aUser({ version: 2 }), customFields)).toEqual([]);
});

test("what only the other changed is shown with the other's value first", () => {
  const mine = valuesOf(aUser(), customFields);
  expect(conflictingFields(aUser(), mine, aUser({ phone: "07161 4711" }), customFields)).toEqual([
    { path: "phone", before: "", theirs: "07161 4711", mine: "", changedByMe: false },
  ]);
});

test("what both changed differently is shown with all three values, own fields too", () => {
  const mine = withFields(valuesOf(aUser(), customFields), {
    city: "Eislingen",
    "customFields.size": "L",
  });
  expect(
    conflictingFields(
      aUser(),
      mine,
      aUser({ city: "Uhingen", customFields: { size: "S" } }),
      customFields,
    ),
  ).toEqual([
    { path: "city", before: "Göppingen", theirs: "Uhingen", mine: "Eislingen", changedByMe: true },
    { path: "customFields.size", before: "M", theirs: "S", mine: "L", changedByMe: true },
  ]);
});

test("the same change by both is no conflict", () => {
  const mine = { ...valuesOf(aUser(), customFields), city: "Uhingen" };
  expect(conflictingFields(aUser(), mine, aUser({ city: "Uhingen" }), customFields)).toEqual([]);
});

test("an IBAN grouped by the form is no change", () => {
  const stored = aUser({ iban: "DE02120300000000202051" });
  expect(
    conflictingFields(
      stored,
      valuesOf(stored, customFields),
      aUser({ iban: "DE02 1203 0000 0000 2020 51" }),
      customFields,
    ),
  ).toEqual([]);
});

test("fields taken apart and put back are the same form", () => {
  const values = valuesOf(aUser(), customFields);
  expect(withFields(values, fieldsOf(values))).toEqual(values);
});

test("empty inputs are sent as empty fields", () => {
  const values = withFields(valuesOf(aUser(), customFields), {
    city: "  ",
    "customFields.size": "",
  });
  expect(bodyOf(values)).toMatchObject({ city: null, customFields: { size: null } });
});
