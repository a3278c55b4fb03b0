import fc from "fast-check";
import { expect, test } from "vitest";
import { nextTime, problemOfSchedule } from "./schedule-times.ts";
import { runs } from "#platform/testing/properties.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

/** All times within a period. */
function timesOf(line: string, from: string, to: string): string[] {
  const found: string[] = [];
  for (
    let time = nextTime(line, "Europe/Berlin", new Date(from));
    time !== null && time < new Date(to);
    time = nextTime(line, "Europe/Berlin", time)
  ) {
    found.push(time.toISOString());
  }
  return found;
}

test("a line means local time, in winter and in summer", () => {
  expect(
    nextTime("0 6 * * *", "Europe/Berlin", new Date("2026-12-24T12:00:00Z"))?.toISOString(),
  ).toBe("2026-12-25T05:00:00.000Z");
  expect(
    nextTime("0 6 * * *", "Europe/Berlin", new Date("2026-07-24T12:00:00Z"))?.toISOString(),
  ).toBe("2026-07-25T04:00:00.000Z");
});

test.each([
  ["the night that loses an hour", "2027-03-27T22:00:00Z", "2027-03-28T22:00:00Z"],
  ["the night that has an hour twice", "2027-10-30T22:00:00Z", "2027-10-31T22:00:00Z"],
])("exactly once in %s", (_name, from, to) => {
  expect(timesOf("30 2 * * *", from, to)).toHaveLength(1);
});

test("at any time of the day exactly once a day, over both nights on which clocks change", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom("2027-03-26", "2027-10-29"),
      (minute, hour, first) => {
        const begin = Temporal.PlainDate.from(first);
        const days = Array.from({ length: 5 }, (_, day) => begin.add({ days: day }));
        const midnight = (day: Temporal.PlainDate) =>
          day.toZonedDateTime("Europe/Berlin").toInstant().toString();
        // The first moment of a period counts as before it.
        const just = (day: Temporal.PlainDate) =>
          Temporal.Instant.from(midnight(day)).subtract({ milliseconds: 1 }).toString();
        for (const day of days)
          expect(
            timesOf(`${minute} ${hour} * * *`, just(day), midnight(day.add({ days: 1 }))),
          ).toHaveLength(1);
      },
    ),
    runs(100),
  );
});

test("a day that does not exist every year waits for it", () => {
  expect(nextTime("0 0 29 2 *", "Europe/Berlin", NOW)?.toISOString()).toBe(
    "2028-02-28T23:00:00.000Z",
  );
});

test.each([
  ["0 6 * * 1", undefined],
  ["0 6 1 * *", undefined],
  ["0 * * * *", undefined],
  ["* * * * *", "Bitte höchstens einmal in der Stunde."],
  ["0,30 8 * * *", "Bitte höchstens einmal in der Stunde."],
  ["0 6 * *", "Bitte einen Zeitplan aus fünf Angaben: Minute, Stunde, Tag, Monat und Wochentag."],
  [
    "0 0 6 * * *",
    "Bitte einen Zeitplan aus fünf Angaben: Minute, Stunde, Tag, Monat und Wochentag.",
  ],
  ["jeden Tag um sechs Uhr", "Dieser Zeitplan ist nicht lesbar."],
  ["0 0 30 2 *", "Diesen Zeitpunkt gibt es nicht."],
])("the line %s", (line, problem) => {
  expect(problemOfSchedule(line, "Europe/Berlin", NOW)).toBe(problem);
});
