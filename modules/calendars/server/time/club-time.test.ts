import fc from "fast-check";
import { expect, test } from "vitest";
import { ClubTime } from "./club-time.ts";
import { runs } from "#platform/testing/properties.ts";

const zones = fc.constantFrom(
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "UTC",
);
const moments = fc.integer({ min: Date.UTC(1980, 0), max: Date.UTC(2040, 0) });
// Twelve days around the changes of 2027, so that skipped and repeated hours are met often.
const locals = fc.oneof(
  moments,
  fc.integer({ min: Date.UTC(2027, 2, 26), max: Date.UTC(2027, 2, 30) }),
  fc.integer({ min: Date.UTC(2027, 9, 29), max: Date.UTC(2027, 10, 2) }),
);

test("local times and moments are Temporal's", () => {
  fc.assert(
    fc.property(zones, locals, (timeZone, value) => {
      const time = ClubTime.in(timeZone);
      const zoned = Temporal.Instant.fromEpochMilliseconds(value).toZonedDateTimeISO(timeZone);
      expect(new Date(time.toLocal(value)).toISOString().slice(0, 23)).toBe(
        zoned.toPlainDateTime().toString({ smallestUnit: "millisecond" }),
      );
      const plain = Temporal.PlainDateTime.from(new Date(value).toISOString().slice(0, 23));
      expect(time.toMoment(value)).toBe(
        plain.toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds,
      );
      expect(time.toIso(value)).toBe(
        zoned.toString({ timeZoneName: "never", smallestUnit: "second", roundingMode: "trunc" }),
      );
    }),
    runs(500),
  );
});

test("the day on which the clocks change ends at its own midnight", () => {
  const time = ClubTime.in("Europe/Berlin");
  const noon = Date.parse("2027-10-31T12:00:00+01:00");
  expect(time.toIso(time.midnight(noon))).toBe("2027-10-31T00:00:00+02:00");
  expect(time.toIso(time.nextMidnight(noon))).toBe("2027-11-01T00:00:00+01:00");
});
