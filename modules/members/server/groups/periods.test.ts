import fc from "fast-check";
import { expect, test } from "vitest";
import { dayBefore, holdsOn, overlaps, type Period } from "./periods.ts";

const DAYS = Array.from({ length: 12 }, (_, index) =>
  Temporal.PlainDate.from("2027-02-24").add({ days: index }).toString(),
);
const bound = fc.option(fc.constantFrom(...DAYS), { nil: null });
const period: fc.Arbitrary<Period> = fc
  .record({ from_on: bound, to_on: bound })
  .filter(({ from_on, to_on }) => from_on === null || to_on === null || from_on <= to_on);
/** Also days before and after all others, for open ends. */
const CALENDAR = ["2000-01-01", ...DAYS, "2100-01-01"];

test("two periods overlap exactly when there is a day in both", () => {
  fc.assert(
    fc.property(period, period, (a, b) => {
      expect(overlaps(a, b)).toBe(CALENDAR.some((day) => holdsOn(day, a) && holdsOn(day, b)));
      expect(overlaps(a, b)).toBe(overlaps(b, a));
    }),
  );
});

test("a period that ends the day before a day does not hold on it, but did before", () => {
  for (const day of [...DAYS, "2028-03-01", "2027-03-28", "2027-10-31", "2027-01-01"]) {
    const ended = { from_on: null, to_on: dayBefore(day) };
    expect([holdsOn(day, ended), holdsOn(dayBefore(day), ended)]).toEqual([false, true]);
  }
  expect([dayBefore("2028-03-01"), dayBefore("2027-01-01")]).toEqual(["2028-02-29", "2026-12-31"]);
});
