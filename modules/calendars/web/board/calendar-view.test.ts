import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CALENDAR_VIEWS,
  dateOr,
  periodTitle,
  shortPeriodTitle,
  shownPeriod,
  steppedDate,
  weekNumber,
} from "./calendar-view.ts";

test("titles name what is in view, as a German reader writes it", () => {
  expect(periodTitle("month", "2026-11-21")).toBe("November 2026");
  expect(periodTitle("week", "2026-11-21")).toBe("16.–22. November 2026");
  expect(periodTitle("week", "2026-12-01")).toBe("30. November – 6. Dezember 2026");
  expect(periodTitle("week", "2026-12-31")).toBe("28. Dezember 2026 – 3. Januar 2027");
  expect(periodTitle("day", "2026-11-21")).toBe("Samstag, 21. November 2026");
  expect(periodTitle("year", "2026-11-21")).toBe("2026");
  expect(periodTitle("list", "2026-11-21")).toBe("21.11.2026 bis 19.01.2027");
});

test("on a phone the titles are short", () => {
  expect(shortPeriodTitle("week", "2026-11-21")).toBe("KW 47 · Nov 2026");
  expect(shortPeriodTitle("day", "2026-11-21")).toBe("Sa., 21.11.2026");
  expect(shortPeriodTitle("list", "2026-11-21")).toBe("ab 21.11.2026");
  expect(shortPeriodTitle("month", "2026-11-21")).toBe("November 2026");
});

test("a month is shown with the rest of its first and last week", () => {
  expect(shownPeriod("month", "2026-11-21")).toEqual({ from: "2026-10-26", to: "2026-12-07" });
  expect(shownPeriod("month", "2027-02-10")).toEqual({ from: "2027-02-01", to: "2027-03-01" });
  expect(shownPeriod("year", "2026-11-21")).toEqual({ from: "2026-01-01", to: "2027-01-01" });
});

test("steps lead from one period to the next, over the ends of years", () => {
  expect(steppedDate("month", "2026-12-31", 1)).toBe("2027-01-01");
  expect(steppedDate("month", "2027-01-31", -1)).toBe("2026-12-01");
  expect(steppedDate("year", "2026-02-28", -1)).toBe("2025-01-01");
  expect(steppedDate("week", "2026-12-28", 1)).toBe("2027-01-04");
});

test("week numbers follow ISO 8601", () => {
  expect(weekNumber("2026-11-21")).toBe(47);
  expect(weekNumber("2027-01-03")).toBe(53);
  expect(weekNumber("2027-01-04")).toBe(1);
  expect(weekNumber("2024-12-30")).toBe(1);
});

test("nonsense in an address is not a date", () => {
  expect(dateOr("2026-02-29", "2026-11-21")).toBe("2026-11-21");
  expect(dateOr("99999-01-01", "2026-11-21")).toBe("2026-11-21");
  expect(dateOr("2028-02-29", "2026-11-21")).toBe("2028-02-29");
});

const day = fc
  .date({ min: new Date("1950-01-01"), max: new Date("2150-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("the next period begins where this one ends, and every period holds its date", () => {
  fc.assert(
    fc.property(fc.constantFrom(...CALENDAR_VIEWS), day, (view, date) => {
      const here = shownPeriod(view, date);
      expect(here.from <= date && date < here.to).toBe(true);
      const next = shownPeriod(view, steppedDate(view, date, 1));
      // Months share the week in which one ends and the other begins.
      if (view === "month") expect(next.from <= here.to && next.from > here.from).toBe(true);
      else expect(next.from).toBe(here.to);
    }),
  );
});
