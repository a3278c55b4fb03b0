import { expect, test } from "vitest";
import { shownValue } from "./shown-value.ts";

test.each([
  ["leftOn", "2026-12-31", "31.12.2026"],
  ["gender", "DIVERSE", "divers"],
  ["permissions", ["QUERY_USER", "MANAGE_USER"], "Mitglieder sehen, Mitglieder verwalten"],
  ["leader", true, "ja"],
  ["cf.beitrag", 1234.5, "1.234,5"],
  ["lastname", "ACTIVE", "ACTIVE"],
  ["cf.farben", ["Rot", "Grün"], "Rot, Grün"],
  ["country", "DE", "Deutschland"],
  ["country", "Germany", "Germany"],
  ["iban", "DE02120300000000202051", "DE02 1203 0000 0000 2020 51"],
  ["email", null, ""],
] as const)("%s %j is shown as %s", (field, value, shown) => {
  expect(shownValue(field, typeof value === "object" && value !== null ? [...value] : value)).toBe(
    shown,
  );
});
