import { describe, expect, test } from "vitest";
import { differencesOf, merged } from "./three-way.ts";

describe("differencesOf", () => {
  test("names only fields the other person changed, and which of them are contested", () => {
    const base = { name: "Turnen", color: "RED", note: "" };
    const mine = { name: "Turnen und Tanz", color: "RED", note: "neu" };
    const theirs = { name: "Gymnastik", color: "BLUE", note: "" };
    expect(
      differencesOf(base, mine, theirs).map(({ field, contested }) => [field, contested]),
    ).toEqual([
      ["name", true],
      ["color", false],
    ]);
  });

  test("says nothing where both made the same change, or where only the order of keys or the kind of nothing differs", () => {
    const base = { a: 1, address: { street: "A", city: null } };
    const theirs = { a: 2, address: { city: "", street: "A" } };
    expect(differencesOf<Record<string, unknown>>(base, { ...base, a: 2 }, theirs)).toEqual([]);
  });
});

test("merged takes the named fields of the other person and keeps the rest", () => {
  expect(merged({ a: 1, b: 2 }, { a: 10, b: 20 }, new Set(["b"]))).toEqual({ a: 1, b: 20 });
});
