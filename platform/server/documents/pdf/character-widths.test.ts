import { expect, test } from "vitest";
import { CharacterWidths } from "./character-widths.ts";

test("a text is as wide as its characters, each of which is measured once", () => {
  const measured: string[] = [];
  const widths = new CharacterWidths((character) => {
    measured.push(character);
    return character === "w" ? 2 : 1;
  });
  expect(widths.of("")).toBe(0);
  expect(widths.of("www a")).toBe(8);
  expect(widths.of("Łäж😀ж😀w")).toBe(8);
  expect(measured.join("")).toBe("w aŁäж😀");
});
