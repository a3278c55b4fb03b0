import { describe, expect, test } from "vitest";
import { tenantsContract } from "../contract.ts";
import { keyOf, NEW_FIELD, validateField } from "./custom-field-values.ts";

describe("keyOf", () => {
  test.each([
    ["Trikotgröße", "trikotgroesse"],
    ["Führerschein (Klasse B)", "fuehrerschein_klasse_b"],
    ["2. Vorsitzende", "vorsitzende"],
    ["Éclair", "eclair"],
    ["???", "feld"],
  ])("%s becomes %s", (label, key) => expect(keyOf(label, [])).toBe(key));

  test("takes the next free number", () => {
    expect(keyOf("Beitrag", ["beitrag", "beitrag_2"])).toBe("beitrag_3");
  });

  test("is always accepted by the server", () => {
    const schema = tenantsContract.createCustomField.body.shape.key;
    for (const label of ["ß".repeat(80), "9 9 9", "日本", "A", "__x__", "Ü-Ei & Co."]) {
      expect(schema.safeParse(keyOf(label, ["feld"])).success, label).toBe(true);
    }
  });
});

test("a choice without entries and a field without a label are told at the field", () => {
  expect(Object.keys(validateField({ ...NEW_FIELD, kind: "CHOICE" }))).toEqual([
    "label",
    "options",
  ]);
  expect(validateField({ ...NEW_FIELD, label: "Trikot", kind: "CHOICE", options: ["S"] })).toEqual(
    {},
  );
});
