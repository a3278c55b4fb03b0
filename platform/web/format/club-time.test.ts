import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addDays, clubInstant, daysBetween, parseGermanTime } from "./club-time.ts";
import { setTimeZone, wallClock } from "./format.ts";
import { runs } from "#platform/testing/properties.ts";

beforeEach(() => setTimeZone("Europe/Berlin"));
afterEach(() => setTimeZone(undefined));

test("a time on the club's clock becomes a point in time with the offset of that day", () => {
  expect(clubInstant("2026-12-24", "18:30")).toBe("2026-12-24T18:30:00+01:00");
  expect(clubInstant("2026-07-01", "00:00")).toBe("2026-07-01T00:00:00+02:00");
  setTimeZone("America/New_York");
  expect(clubInstant("2026-07-01", "20:15")).toBe("2026-07-01T20:15:00-04:00");
});

test("when the clock changes, the missing hour moves on and the doubled hour is the first", () => {
  expect(clubInstant("2027-03-28", "02:30")).toBe("2027-03-28T03:30:00+02:00");
  expect(clubInstant("2027-03-28", "03:00")).toBe("2027-03-28T03:00:00+02:00");
  expect(clubInstant("2027-10-31", "02:30")).toBe("2027-10-31T02:30:00+02:00");
  expect(clubInstant("2027-10-31", "03:00")).toBe("2027-10-31T03:00:00+01:00");
});

test.each(["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland"])(
  "what the clock shows in %s leads back to the same minute",
  (zone) => {
    setTimeZone(zone);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * 365 * 24 }), (hours) => {
        const instant = new Date(Date.UTC(1990, 0, 1, hours)).toISOString();
        const shown = wallClock(instant);
        const again = clubInstant(shown?.date ?? "", shown?.time ?? "");
        // In autumn an hour is shown twice; then the clock at least shows the same.
        expect(wallClock(again)).toEqual(shown);
        expect(Math.abs(Date.parse(again) - Date.parse(instant))).toBeLessThanOrEqual(3_600_000);
      }),
      runs(100),
    );
  },
);

test("days are counted over the end of months and changes of the clock", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(daysBetween("2027-03-27", "2027-03-29")).toBe(2);
});

test.each([
  ["18:30", "18:30"],
  ["18.30 Uhr", "18:30"],
  ["1830", "18:30"],
  ["930", "09:30"],
  ["9", "09:00"],
  ["19 Uhr", "19:00"],
  ["0:05", "00:05"],
  ["24:00", null],
  ["12:60", null],
  ["abends", null],
  ["", null],
])("the typed time %j is %j", (typed, time) => {
  expect(parseGermanTime(typed)).toBe(time);
});
