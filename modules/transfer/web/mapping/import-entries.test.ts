import { expect, test } from "vitest";
import type { MappingEntry } from "../../mapping-contract.ts";
import { byColumn, fieldsTwice, findsNobody, fitTo, withTarget } from "./import-entries.ts";

const entry = (sourceField: string, targetField: string): MappingEntry => ({
  sourceField,
  targetField,
  transforms: [],
});
const always = (targetField: string, value: string): MappingEntry => ({
  sourceField: "",
  targetField,
  transforms: [{ kind: "CONSTANT", value, onlyWhenEmpty: false }],
});

test("columns keep the file's order, with none, one or several fields", () => {
  const sorted = byColumn(
    ["Name", "Ort", "Bemerkung"],
    [
      entry("Ort", "city"),
      entry("Name", "lastname"),
      entry("Name", "firstname"),
      always("status", "ACTIVE"),
    ],
  );
  expect(
    sorted.columns.map(({ column, entries }) => [
      column,
      entries.map((one) => one.entry.targetField),
    ]),
  ).toEqual([
    ["Name", ["lastname", "firstname"]],
    ["Ort", ["city"]],
    ["Bemerkung", []],
  ]);
  expect(sorted.others.map((one) => one.entry.targetField)).toEqual(["status"]);
});

test("choosing, changing and taking away a field", () => {
  const chosen = withTarget([], "Ort", undefined, "city");
  expect(chosen).toEqual([entry("Ort", "city")]);
  expect(withTarget(chosen, "Ort", 0, "street")).toEqual([entry("Ort", "street")]);
  expect(withTarget(chosen, "Ort", 0, null)).toEqual([]);
  expect(withTarget(chosen, "Land", undefined, null)).toEqual(chosen);
});

test("what would go wrong is known before the run", () => {
  expect(
    fieldsTwice([entry("Tel.", "phone"), entry("Handy", "phone"), entry("Ort", "city")]),
  ).toEqual(["phone"]);
  expect(findsNobody([entry("Name", "lastname"), entry("Ort", "city")])).toBe(true);
  expect(findsNobody([entry("Name", "lastname"), entry("Geb.", "birthday")])).toBe(false);
  expect(findsNobody([entry("Nr.", "memberNumber")])).toBe(false);
});

test("a saved mapping says which of its columns this file lacks", () => {
  expect(
    fitTo(
      ["Name"],
      [entry("Name", "lastname"), entry("Verein", "notes"), always("status", "ACTIVE")],
    ),
  ).toEqual({
    entries: [entry("Name", "lastname"), always("status", "ACTIVE")],
    missing: ["Verein"],
  });
});
