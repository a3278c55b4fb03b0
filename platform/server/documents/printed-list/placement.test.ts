import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countPages, type Heights, type Placed, placements } from "./placement.ts";

function heightsOf(lines: readonly (readonly number[])[], changes: Partial<Heights> = {}): Heights {
  return {
    firstTop: 40,
    top: 10,
    bottom: 110,
    lineHeight: 10,
    padding: 2,
    gap: 5,
    sections: lines.map((each) => ({ head: 20, lines: Uint16Array.from(each), least: 0 })),
    ...changes,
  };
}

/** What stands on each page. */
function pagesOf(heights: Heights): Placed[][] {
  const pages: Placed[][] = [[]];
  for (const placed of placements(heights))
    if (placed.kind === "page") pages.push([]);
    else pages.at(-1)?.push(placed);
  return pages;
}

const shown = (page: readonly Placed[]) =>
  page.map((placed) =>
    placed.kind === "row" ? `${placed.row}:${placed.from}-${placed.to}` : placed.kind,
  );

describe("what stands on which page", () => {
  test("rows are whole, and the head comes again", () => {
    expect(pagesOf(heightsOf([[1, 2, 2, 5]])).map(shown)).toEqual([
      ["head", "0:0-1", "1:0-2"],
      ["head", "2:0-2", "3:0-5"],
    ]);
  });

  test("a head never stands alone", () => {
    expect(pagesOf(heightsOf([[1], [4]])).map(shown)).toEqual([
      ["head", "0:0-1"],
      ["head", "0:0-4"],
    ]);
  });

  test("a row that is higher than a page is divided", () => {
    expect(pagesOf(heightsOf([[1, 17, 1]])).map(shown)).toEqual([
      ["head", "0:0-1"],
      ["head", "1:0-7"],
      ["head", "1:7-14"],
      ["head", "1:14-17", "2:0-1"],
    ]);
  });

  test("room to write counts", () => {
    const heights = heightsOf([]);
    const sections = [{ head: 20, lines: Uint16Array.from([1, 1, 1]), least: 35 }];
    expect(pagesOf({ ...heights, sections }).map(shown)).toEqual([
      ["head", "0:0-1"],
      ["head", "1:0-1", "2:0-1"],
    ]);
  });

  test("every line once, in order, within the page and below a head", () => {
    const rows = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), (lines) => {
        const heights = heightsOf(lines);
        const pages = pagesOf(heights);
        expect(pages.length).toBe(countPages(heights));
        const seen: string[] = [];
        for (const page of pages) {
          expect(page.at(-1)?.kind ?? "row").toBe("row");
          let bottom = 0;
          for (const placed of page) {
            if (placed.kind === "page") continue;
            expect(placed.y).toBeGreaterThanOrEqual(bottom);
            bottom = placed.y + (placed.kind === "row" ? placed.height : 20);
            expect(bottom).toBeLessThanOrEqual(heights.bottom);
            if (placed.kind === "row")
              for (let line = placed.from; line < placed.to; line++)
                seen.push(`${placed.section}/${placed.row}/${line}`);
          }
        }
        expect(seen).toEqual(
          lines.flatMap((section, number) =>
            section.flatMap((count, row) =>
              Array.from({ length: count }, (_, line) => `${number}/${row}/${line}`),
            ),
          ),
        );
      }),
    );
  });
});
