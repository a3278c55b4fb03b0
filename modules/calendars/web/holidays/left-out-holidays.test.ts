import { describe, expect, test } from "vitest";
import type { Holiday } from "../../holiday-contract.ts";
import { recurrenceFor } from "../recurrence/recurrence-values.ts";
import { heldDates, holidayWords, leftOutHolidays } from "./left-out-holidays.ts";

const one = (kind: Holiday["kind"], name: string, from: string, to = from): Holiday => ({
  kind,
  name,
  from,
  to,
});
const WINTER = one("SCHOOL", "Weihnachtsferien", "2026-12-23", "2027-01-09");
const BOXING_DAY = one("PUBLIC", "2. Weihnachtstag", "2026-12-26");
const GOOD_FRIDAY = one("PUBLIC", "Karfreitag", "2027-03-26");
const AUTUMN = one("SCHOOL", "Herbstferien", "2026-10-26", "2026-10-30");
const NEXT_WINTER = one("SCHOOL", "Weihnachtsferien", "2027-12-23", "2028-01-08");
const ALL = [AUTUMN, WINTER, BOXING_DAY, GOOD_FRIDAY, NEXT_WINTER];

const namesOf = (holidays: Holiday[]) => holidays.map(({ name }) => name);

describe("a series that leaves out holidays", () => {
  test("names those of its first year on its weekday, school holidays instead of days in them", () => {
    const mondays = recurrenceFor("2026-11-23", "WEEKLY");
    expect(leftOutHolidays(ALL, "2026-11-23", mondays)).toEqual([WINTER]);
    const fridays = recurrenceFor("2026-11-27", "WEEKLY");
    expect(namesOf(leftOutHolidays(ALL, "2026-11-27", fridays))).toEqual([
      "Weihnachtsferien",
      "Karfreitag",
    ]);
  });

  test("names none after its end", () => {
    const until = { end: "UNTIL" as const, until: "2027-01-31" };
    const fridays = { ...recurrenceFor("2026-11-27", "WEEKLY"), ...until };
    expect(leftOutHolidays(ALL, "2026-11-27", fridays)).toEqual([WINTER]);
  });

  test("names all where the rule says nothing of weekdays", () => {
    const monthly = recurrenceFor("2026-11-23", "MONTHLY");
    expect(leftOutHolidays(ALL, "2026-11-23", monthly)).toEqual([WINTER, GOOD_FRIDAY]);
  });

  test("begun within holidays, names them", () => {
    const daily = recurrenceFor("2027-01-02", "DAILY");
    expect(namesOf(leftOutHolidays(ALL, "2027-01-02", daily))).toEqual([
      "Weihnachtsferien",
      "Karfreitag",
      "Weihnachtsferien",
    ]);
  });
});

describe("a series of so many dates", () => {
  const counted = { end: "COUNT" as const, count: 8 };

  test("says how many are held, the last one, and how many it would have to count", () => {
    const mondays = { ...recurrenceFor("2026-11-23", "WEEKLY"), ...counted };
    // 23.11. to 21.12. are five; 28.12. and 04.01. are holidays; 11.01. is the eighth.
    expect(heldDates(ALL, "2026-11-23", mondays)).toEqual({
      held: 6,
      last: "2027-01-11",
      needed: 10,
    });
    const everyOther = { ...mondays, interval: 2, count: 4 };
    expect(heldDates(ALL, "2026-11-23", everyOther)).toEqual({
      held: 3,
      last: "2026-12-21",
      needed: 5,
    });
    const none = heldDates([], "2026-11-23", mondays);
    expect(none).toEqual({ held: 8, last: "2027-01-11", needed: 8 });
  });

  test("is not known beyond the first year, without a number, or by months", () => {
    const weekly = recurrenceFor("2026-11-23", "WEEKLY");
    expect(heldDates(ALL, "2026-11-23", weekly)).toBeUndefined();
    expect(heldDates(ALL, "2026-11-23", { ...weekly, ...counted, count: 60 })).toBeUndefined();
    const monthly = { ...recurrenceFor("2026-11-23", "MONTHLY"), ...counted };
    expect(heldDates(ALL, "2026-11-23", monthly)).toBeUndefined();
  });
});

test("holidays are told with their days, as many as are read", () => {
  expect(holidayWords([WINTER, GOOD_FRIDAY])).toBe(
    "Weihnachtsferien (23.12.2026 bis 09.01.2027), Karfreitag (26.03.2027)",
  );
  const many = Array.from({ length: 9 }, () => GOOD_FRIDAY);
  expect(holidayWords(many)).toMatch(/Karfreitag \(26\.03\.2027\) und 3 weitere$/);
  expect(holidayWords([])).toBe("");
});
