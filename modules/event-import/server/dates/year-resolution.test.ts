import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WrittenDay } from "./date-expressions.ts";
import { Years, type YearOfDocument } from "./year-resolution.ts";

/** Years that are not written. */

const date = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => Temporal.PlainDate.from("2000-01-01").add({ days }));
const without = ({ day, month }: Temporal.PlainDate): WrittenDay => ({
  day,
  month,
  year: null,
  weekday: null,
});
const titled = (year: number, seasonFrom: number | null = null): YearOfDocument => ({
  year,
  seasonFrom,
  source: "TITLE",
  printed: Temporal.PlainDate.from({ year, month: 1, day: 1 }),
  dated: false,
});
const writtenOn = (printed: Temporal.PlainDate): YearOfDocument => ({
  year: printed.year,
  seasonFrom: null,
  source: "PRINTED",
  printed,
  dated: true,
});
const anyDocument = fc.oneof(
  date.map(({ year }) => titled(year)),
  date.map(({ year }) => titled(year, 7)),
  date.map(writtenOn),
);
const anyDay = fc.record<WrittenDay>({
  day: fc.integer({ min: 1, max: 31 }),
  month: fc.option(fc.integer({ min: 1, max: 12 })),
  year: fc.option(fc.integer({ min: 1990, max: 2090 })),
  weekday: fc.option(fc.integer({ min: 1, max: 7 })),
});

describe("a year that is written", () => {
  test("stays, whatever the document says", () => {
    fc.assert(
      fc.property(anyDocument, date, fc.boolean(), (document, of, listed) => {
        const settled = new Years(document).settle({ ...without(of), year: of.year }, { listed });
        expect(settled).toMatchObject({ sure: true, contradicted: false });
        expect(settled?.date.toString()).toBe(of.toString());
      }),
    );
  });

  test("is contradicted by every weekday but its own", () => {
    fc.assert(
      fc.property(anyDocument, date, fc.integer({ min: 1, max: 7 }), (document, of, weekday) => {
        const day = { ...without(of), year: of.year, weekday };
        expect(new Years(document).settle(day, { listed: true })?.contradicted).toBe(
          weekday !== of.dayOfWeek,
        );
      }),
    );
  });
});

describe("a year that is not written", () => {
  test("a list that runs forward keeps its years, however long it is", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(date, steps, (first, gaps) => {
        const dates = gaps.reduce(
          (list, days) => [...list, (list.at(-1) ?? first).add({ days })],
          [first],
        );
        // The 29th of February has no neighbour in most years; a list without it.
        fc.pre(dates.every(({ day, month }) => day !== 29 || month !== 2));
        const years = new Years(titled(first.year));
        expect(
          dates.map((of) => years.settle(without(of), { listed: true })?.date.toString()),
        ).toEqual(dates.map(String));
      }),
    );
  });

  test("a season's days find their years in any order", () => {
    const season = fc.integer({ min: 2000, max: 2050 }).chain((year) =>
      fc.record({
        year: fc.constant(year),
        days: fc.array(fc.integer({ min: 0, max: 364 }), { minLength: 1, maxLength: 20 }),
      }),
    );
    fc.assert(
      fc.property(season, ({ year, days }) => {
        const first = Temporal.PlainDate.from({ year, month: 7, day: 1 });
        const dates = days.map((count) => first.add({ days: count }));
        const years = new Years(titled(year, 7));
        for (const of of dates)
          expect(years.settle(without(of), { listed: true })?.date.toString()).toBe(of.toString());
      }),
    );
  });

  test("what a letter announces comes after it, and its weekday makes sure", () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 300 }), (printed, days) => {
        const of = printed.add({ days });
        const years = new Years(writtenOn(printed));
        expect(years.settle(without(of), { listed: false })?.date.toString()).toBe(of.toString());
        const settled = years.settle({ ...without(of), weekday: of.dayOfWeek }, { listed: false });
        expect(settled?.date.toString()).toBe(of.toString());
        expect(settled).toMatchObject({ sure: true, contradicted: false });
      }),
    );
  });

  test("below a heading with a year it is that year", () => {
    fc.assert(
      fc.property(anyDocument, date, (document, of) => {
        const years = new Years(document);
        years.begin(of.year);
        expect(years.settle(without(of), { listed: true })?.date.toString()).toBe(of.toString());
      }),
    );
  });
});

test("whatever is written: day and month stay, and a day that no year has is none", () => {
  fc.assert(
    fc.property(
      anyDocument,
      fc.array(fc.tuple(anyDay, fc.boolean()), { maxLength: 20 }),
      (document, days) => {
        const years = new Years(document);
        for (const [day, listed] of days) {
          const settled = years.settle(day, { listed });
          if (settled !== null)
            expect([settled.date.day, settled.date.month]).toEqual([day.day, day.month]);
          const isPossible =
            day.month !== null && day.day <= new Date(2023, day.month, 0).getDate();
          if (isPossible) expect(settled).not.toBeNull();
          if (day.month === null || day.day > new Date(2024, day.month, 0).getDate())
            expect(settled).toBeNull();
        }
      },
    ),
  );
});
