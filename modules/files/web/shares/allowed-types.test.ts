import { expect, test } from "vitest";
import { choicesOfTypes, typeChoices, typesOfChoices, typesSentence } from "./allowed-types.ts";

test("media types become kinds and come back the same", () => {
  const types = ["application/pdf", "image/*", "application/x-own"];
  expect(choicesOfTypes(types)).toEqual(["pdf", "pictures", "application/x-own"]);
  expect(typesOfChoices(choicesOfTypes(types))).toEqual(types);
  expect(typeChoices(choicesOfTypes(types)).at(-1)).toEqual({
    value: "application/x-own",
    label: "application/x-own",
  });
});

test("a part of a kind stays what it is", () => {
  expect(choicesOfTypes(["application/msword"])).toEqual(["application/msword"]);
});

test("no choice is no limit", () => {
  expect(typesOfChoices([])).toBeNull();
  expect(choicesOfTypes(null)).toEqual([]);
  expect(typesSentence(null)).toBe("alle Dateien");
  expect(typesSentence(["application/pdf", "image/*"])).toBe("PDF, Bilder");
});
