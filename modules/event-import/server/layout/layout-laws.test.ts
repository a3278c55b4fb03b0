import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Word } from "../documents/pages.ts";
import { columnGutters } from "./column-gutters.ts";
import { linesOf, median, type Line } from "./lines.ts";
import { cutsOf } from "./parts.ts";
import { piecesOf } from "./pieces.ts";
import { RECORD_SHAPES, recordsOf } from "./records.ts";
import { withStackedDates } from "./stacked-dates.ts";
import { regionsOf, tableRows } from "./table-rows.ts";

/** Words anywhere on a page: none may be lost on the way to lines, columns and rows. */

const words: fc.Arbitrary<Word[]> = fc
  .array(
    fc.record({
      text: fc.constantFrom("14.03.", "Sommerfest", "18", "Uhr", "Sa", "Festhalle", "–", "Mai"),
      x: fc.integer({ min: 0, max: 140 }).map((step) => step * 5),
      y: fc.integer({ min: 0, max: 80 }).map((step) => step * 7),
      size: fc.constantFrom(9, 10, 18),
    }),
    { maxLength: 50 },
  )
  .map((all) =>
    all.map(({ text, x, y, size }) => ({
      text,
      x0: x,
      x1: x + text.length * size * 0.5,
      y0: y,
      y1: y + size,
      size,
      bold: false,
      confidence: 100,
    })),
  );
const wordsIn = (lines: readonly Line[]) =>
  lines.flatMap((line) => line.segments.flatMap((segment) => segment.words));
/** The same words, each as often, whatever their order. */
function expectSame(some: readonly Word[], others: readonly Word[]): void {
  const keys = (of: readonly Word[]) =>
    of.map(({ text, x0, y0 }) => `${text} ${x0} ${y0}`).toSorted();
  expect(keys(some)).toEqual(keys(others));
}

describe("lines", () => {
  test("hold each word once", () => {
    fc.assert(fc.property(words, (all) => expectSame(wordsIn(linesOf(all)), all)));
  });

  test("run from left to right and stand one below the other", () => {
    fc.assert(
      fc.property(words, (all) => {
        const lines = linesOf(all);
        for (const line of lines) {
          const starts = wordsIn([line]).map(({ x0 }) => x0);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
          expect(line.x0).toBe(Math.min(...starts));
          expect(line.y0).toBeLessThanOrEqual(line.y);
          expect(line.y1).toBeGreaterThanOrEqual(line.y);
        }
        expect(lines.map(({ y }) => y)).toEqual(lines.map(({ y }) => y).toSorted((a, b) => a - b));
      }),
    );
  });

  test("are the same wherever on the page they stand", () => {
    fc.assert(
      fc.property(words, fc.nat(500), fc.nat(500), (all, right, down) => {
        const moved = all.map((word) => ({
          ...word,
          x0: word.x0 + right,
          x1: word.x1 + right,
          y0: word.y0 + down,
          y1: word.y1 + down,
        }));
        expect(linesOf(moved).map(({ text }) => text)).toEqual(
          linesOf(all).map(({ text }) => text),
        );
      }),
    );
  });
});

describe("columns and tables", () => {
  test("every cut keeps each word, and its parts lie within the page", () => {
    fc.assert(
      fc.property(words, fc.boolean(), (all, dayAlone) => {
        const whole = { words: all, left: 0, right: 800 };
        for (const parts of cutsOf(whole, linesOf(all), dayAlone)) {
          expectSame(
            parts.flatMap((part) => part.words),
            all,
          );
          expect(parts.length).toBeGreaterThan(1);
          for (const { left, right } of parts) {
            expect(left).toBeGreaterThanOrEqual(0);
            expect(right).toBeLessThanOrEqual(800);
          }
        }
      }),
    );
  });

  test("regions are the lines, divided", () => {
    fc.assert(
      fc.property(words, (all) => {
        const lines = linesOf(all);
        expect(regionsOf(lines).flatMap((region) => region.lines)).toEqual(lines);
      }),
    );
  });

  test("rows of a table lose no word, and stand one below the other", () => {
    fc.assert(
      fc.property(words, fc.boolean(), (all, dayAlone) => {
        for (const { kind, lines } of regionsOf(linesOf(all))) {
          if (kind === "TEXT") continue;
          const rows = tableRows(lines, dayAlone);
          // A date stands in each of the rows that its times divide it into.
          const inRows = new Set(wordsIn(rows.flatMap(({ cells }) => cells.flat())));
          expectSame([...inRows], wordsIn(lines));
          expect(rows.map(({ y }) => y)).toEqual(rows.map(({ y }) => y).toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test("gutters lie within the table, from left to right", () => {
    fc.assert(
      fc.property(words, (all) => {
        const lines = linesOf(all);
        const several = lines.filter(({ segments }) => segments.length >= 2);
        fc.pre(several.length > 0);
        const gutters = columnGutters(lines);
        expect(gutters).toEqual(gutters.toSorted((a, b) => a - b));
        for (const x of gutters) {
          expect(x).toBeGreaterThan(Math.min(...several.map((line) => line.x0)));
          expect(x).toBeLessThan(Math.max(...several.map((line) => line.x1)));
        }
      }),
    );
  });

  test("a column that every row leaves empty is a gutter", () => {
    const rows = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(rows, (lengths) => {
        const word = (text: string, x0: number, row: number): Word => ({
          text,
          x0,
          x1: x0 + text.length * 5,
          y0: row * 20,
          y1: row * 20 + 10,
          size: 10,
          bold: false,
          confidence: 100,
        });
        const table = lengths.flatMap((length, row) => [
          word("x".repeat(length), 20, row),
          word("Sommerfest", 200, row),
        ]);
        expect(columnGutters(linesOf(table)).some((x) => x > 25 && x < 200)).toBe(true);
      }),
    );
  });
});

describe("records", () => {
  const pieces = words.map((all) => piecesOf(linesOf(all), { left: 0, right: 800 }));

  test("pieces are the words, each once", () => {
    fc.assert(
      fc.property(words, (all) => {
        expectSame(
          piecesOf(linesOf(all), { left: 0, right: 800 }).flatMap((piece) => piece.words),
          all,
        );
      }),
    );
  });

  test("no shape gives a piece to two records, but for what all dates of a poster share", () => {
    fc.assert(
      fc.property(pieces, fc.boolean(), (all, monthAbove) => {
        for (const shape of RECORD_SHAPES) {
          const records = (recordsOf(all, shape, monthAbove) ?? []).flatMap((one) =>
            "record" in one ? [one.record] : [],
          );
          const given = records.flatMap((record) => record.pieces);
          if (shape !== "ALL") expect(new Set(given).size).toBe(given.length);
          expect(given.every((piece) => all.includes(piece))).toBe(true);
        }
      }),
    );
  });

  test("a record's date is above what belongs to it, or below, as its shape says", () => {
    fc.assert(
      fc.property(pieces, (all) => {
        const of = (shape: "FIRST" | "LAST") =>
          (recordsOf(all, shape, false) ?? []).flatMap((one) =>
            "record" in one ? [one.record] : [],
          );
        for (const { anchor, pieces: own } of of("FIRST"))
          for (const piece of own) expect(piece.y1).toBeGreaterThan(anchor.piece.y0);
        for (const { anchor, pieces: own } of of("LAST"))
          for (const piece of own) expect(piece.y0).toBeLessThan(anchor.piece.y1 + 10);
      }),
    );
  });
});

describe("dates set like leaves of a calendar", () => {
  const word = (text: string, x0: number, y0: number, size: number): Word => ({
    text,
    x0,
    x1: x0 + text.length * size * 0.5,
    y0,
    y1: y0 + size,
    size,
    bold: false,
    confidence: 100,
  });

  test("a number above a month is one date, wherever on the page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.nat(400), fc.nat(600), (day, x, y) => {
        const read = withStackedDates([
          word(String(day), x, y, 24),
          word("MÄR", x, y + 26, 10),
          word("Sommerfest", x + 90, y + 5, 12),
        ]);
        expect(read.map(({ text }) => text).toSorted()).toEqual(
          [`${day}. MÄR`, "Sommerfest"].toSorted(),
        );
      }),
    );
  });

  test("without a month nothing changes", () => {
    fc.assert(
      fc.property(words, (all) => {
        const without = all.filter(({ text }) => text !== "Mai");
        expect(withStackedDates(without)).toEqual(without);
      }),
    );
  });
});

test("the median is one of the values, with as many below it as above", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const middle = median(values);
      expect(values).toContain(middle);
      expect(values.filter((value) => value < middle).length * 2).toBeLessThanOrEqual(
        values.length,
      );
      expect(values.filter((value) => value > middle).length * 2).toBeLessThan(values.length);
    }),
  );
});
