import { expect, test } from "vitest";
import { isTooFast } from "./fast-scroll.ts";

test("a turn of the wheel and a flick of the thumb are calm, a pull at the scroll bar is not", () => {
  expect(isTooFast(100, 16)).toBe(false);
  expect(isTooFast(-120, 16)).toBe(false);
  expect(isTooFast(400, 16)).toBe(true);
  expect(isTooFast(-5_000, 16)).toBe(true);
});

test("a page that was left alone is not isFast by its first step", () => {
  expect(isTooFast(400, 2_000)).toBe(false);
  expect(isTooFast(1, 0)).toBe(false);
});
