import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#platform/web/format/club-time.ts";
import type { Holiday } from "../../holiday-contract.ts";
import { holidayDays, isNamedAt, isNamedInMonth } from "./holiday-days.ts";

const WINTER: Holiday = {
  kind: "SCHOOL",
  name: "Weihnachtsferien",
  from: "2026-12-23",
  to: "2027-01-09",
};
const BOXING_DAY: Holiday = {
  kind: "PUBLIC",
  name: "2. Weihnachtstag",
  from: "2026-12-26",
  to: "2026-12-26",
};
const DECEMBER = { from: "2026-12-01", to: "2027-01-01" };

describe("the days of a period", () => {
  test("are called after their holidays, as far as the period reaches", () => {
    const days = holidayDays([WINTER], DECEMBER);
    expect([...days.keys()]).toEqual(
      Array.from({ length: 9 }, (_, index) => `2026-12-${23 + index}`),
    );
  });

  test("are called after the public holiday, whichever comes first", () => {
    for (const list of [
      [WINTER, BOXING_DAY],
      [BOXING_DAY, WINTER],
    ])
      expect(holidayDays(list, DECEMBER).get("2026-12-26")?.name).toBe("2. Weihnachtstag");
  });

  test("name the holiday where it begins, after another one and on Mondays", () => {
    const days = holidayDays([WINTER, BOXING_DAY], { from: "2026-12-01", to: "2027-01-05" });
    const named = [...days].filter(([day]) => isNamedAt(day, days));
    expect(named.map(([day, { name }]) => `${day} ${name}`).toSorted()).toEqual([
      "2026-12-23 Weihnachtsferien",
      "2026-12-26 2. Weihnachtstag",
      "2026-12-27 Weihnachtsferien",
      "2026-12-28 Weihnachtsferien",
      "2027-01-04 Weihnachtsferien",
    ]);
  });
});

test("in a month the name leaves Mondays to the number of the week, where another day can have it", () => {
  const easterMonday: Holiday = {
    kind: "PUBLIC",
    name: "Ostermontag",
    from: "2027-03-29",
    to: "2027-03-29",
  };
  const spring: Holiday = {
    kind: "SCHOOL",
    name: "Osterferien",
    from: "2027-03-22",
    to: "2027-04-06",
  };
  const days = holidayDays([spring, easterMonday], { from: "2027-03-01", to: "2027-05-01" });
  const named = [...days].filter(([day]) => isNamedInMonth(day, days));
  expect(named.map(([day, { name }]) => `${day} ${name}`).toSorted()).toEqual([
    "2027-03-23 Osterferien",
    "2027-03-29 Ostermontag",
    "2027-03-30 Osterferien",
    "2027-04-06 Osterferien",
  ]);
});

test("each day of a holiday within the period is one, and no other day is", () => {
  const someHoliday = fc
    .record({
      kind: fc.constantFrom("PUBLIC" as const, "SCHOOL" as const),
      name: fc.constantFrom("A", "B"),
      start: fc.nat(60),
      length: fc.nat(20),
    })
    .map(({ start, length, ...rest }): Holiday => {
      const from = addDays("2026-11-20", start);
      return { ...rest, from, to: addDays(from, length) };
    });
  fc.assert(
    fc.property(fc.array(someHoliday, { maxLength: 6 }), (holidays) => {
      const days = holidayDays(holidays, DECEMBER);
      for (let day = "2026-11-25"; day < "2027-01-05"; day = addDays(day, 1)) {
        const names = holidays.filter(({ from, to }) => from <= day && day <= to);
        const isInside = day >= DECEMBER.from && day < DECEMBER.to;
        expect(days.has(day), day).toBe(isInside && names.length > 0);
        if (names.some(({ kind }) => kind === "PUBLIC") && isInside)
          expect(days.get(day)?.kind, day).toBe("PUBLIC");
      }
    }),
  );
});
