import { expect, test } from "vitest";
import { factorOf, nextZoom } from "./zoom.ts";

const A4 = { width: 595, height: 842 };

test("a page fits the width or the whole window", () => {
  expect(factorOf("width", A4, { width: 595 * (96 / 72) + 32, height: 100 })).toBeCloseTo(1);
  expect(factorOf("page", A4, { width: 2000, height: 842 * (96 / 72) + 32 })).toBeCloseTo(1);
  expect(factorOf(1.5, A4, { width: 10, height: 10 })).toBe(1.5);
  expect(factorOf("width", A4, { width: 10, height: 10 })).toBe(0.25);
});

test("steps go up and down and stop at the ends", () => {
  expect([
    nextZoom(1, 1),
    nextZoom(1, -1),
    nextZoom(1.03, -1),
    nextZoom(4, 1),
    nextZoom(0.25, -1),
  ]).toEqual([1.1, 0.9, 1, 4, 0.25]);
});
