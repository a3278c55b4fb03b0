import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { vtimezone } from "./vtimezone.ts";
import { runs } from "#platform/testing/properties.ts";

describe("VTIMEZONE", () => {
  // Summer time in the south, none at all, half hours, rules that changed lately, and rules that
  // follow the moon.
  test.each([
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Pacific/Auckland",
  ])("%s: every clock time shows what the time-zone database says", (name) => {
    const component = new ICAL.Component(
      ICAL.parse(ICAL.stringify(vtimezone(name, 1975))) as unknown[],
    );
    const zone = new ICAL.Timezone({ component, tzid: name });
    const moments = fc.date({
      min: new Date("1975-01-02T00:00Z"),
      max: new Date("2037-06-01T00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const at = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(
          name,
        );
        const wall = at.toPlainDateTime();
        // Of a clock time that comes twice, or never, each side may take another one.
        fc.pre(
          at.add({ hours: 3 }).offsetNanoseconds === at.offsetNanoseconds &&
            at.subtract({ hours: 3 }).offsetNanoseconds === at.offsetNanoseconds,
        );
        const offset = zone.utcOffset(
          ICAL.Time.fromDateTimeString(wall.toString({ smallestUnit: "second" })),
        );
        expect(`${wall.toString()} ${offset}`).toBe(
          `${wall.toString()} ${at.offsetNanoseconds / 1e9}`,
        );
      }),
      runs(100),
    );
  });

  test("says Berlin's rule in two lines, as programs know it", () => {
    const text = ICAL.stringify(vtimezone("Europe/Berlin", 2026)).split("\r\n");
    expect(text.filter((line) => line.startsWith("RRULE"))).toEqual([
      "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
      "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
    ]);
    expect(text.filter((line) => line.startsWith("TZNAME"))).toEqual([
      "TZNAME:MEZ",
      "TZNAME:MESZ",
      "TZNAME:MEZ",
    ]);
  });
});
