import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnWidths, givenWidths, sum } from "./columns.ts";

describe("widths of columns", () => {
  test.each([
    [
      "what is left goes to those who want more",
      [
        [10, 10],
        [10, 30],
      ],
      30,
      [10, 20],
    ],
    [
      "the highest level that fits counts",
      [
        [1, 1],
        [10, 10],
        [10, 30],
      ],
      25,
      [10, 15],
    ],
    ["when all is fulfilled they grow alike", [[10, 30]], 80, [20, 60]],
    ["the widest give way", [[10, 50, 90]], 70, [10, 30, 30]],
    ["one column has all", [[10]], 70, [70]],
    ["none has none", [[]], 70, []],
  ])("%s", (_what, levels, room, widths) => {
    expect(columnWidths(levels, room)).toEqual(widths);
  });

  const width = fc.integer({ min: 1, max: 400 });
  const column = fc.tuple(width, width, width).map((each) => each.sort((a, b) => a - b));

  test("fill the room, and give each its due where there is room for it", () => {
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 1, maxLength: 16 }),
        fc.integer({ min: 50, max: 800 }),
        (columns, room) => {
          const levels = [0, 1, 2].map((level) => columns.map((each) => each[level] ?? 0));
          const widths = columnWidths(levels, room);
          expect(sum(widths)).toBeCloseTo(room, 6);
          for (const level of levels) {
            if (sum(level) > room) continue;
            for (const [index, least] of level.entries())
              expect(widths[index]!).toBeGreaterThanOrEqual(least - 1e-9);
          }
        },
      ),
    );
  });

  test("where there is no room, none is cut that is narrower than another", () => {
    fc.assert(
      fc.property(fc.array(width, { minLength: 2, maxLength: 16 }), (least) => {
        const widths = columnWidths([least], sum(least) / 2);
        const cap = Math.max(...widths);
        for (const [index, each] of widths.entries())
          expect(each).toBeCloseTo(Math.min(least[index]!, cap), 6);
      }),
    );
  });
});

describe("given widths", () => {
  test.each([
    [[24, "*", 50], [10, 20, 30], 200, [24, 126, 50]],
    [["*", "*"], [10, 20], 100, [50, 50]],
    [[10, "*"], [60, 20], 100, [60, 40]],
    [[10, 20], [5, 5], 100, [10, 20]],
    [[90, "*"], [10, 30], 100, [90, 30]],
  ] as const)("%j with words of %j in %i", (given, words, room, widths) => {
    expect(givenWidths(given, words, room)).toEqual(widths);
  });
});
