import { expect, test } from "vitest";
import { isHurry } from "./hurry.ts";

test("a turn of the wheel and a flick of the thumb are calm, a pull at the scroll bar is not", () => {
  expect(isHurry(100, 16)).toBe(false);
  expect(isHurry(-120, 16)).toBe(false);
  expect(isHurry(400, 16)).toBe(true);
  expect(isHurry(-5_000, 16)).toBe(true);
});

test("a page that was left alone is not hurried by its first step", () => {
  expect(isHurry(400, 2_000)).toBe(false);
  expect(isHurry(1, 0)).toBe(false);
});
