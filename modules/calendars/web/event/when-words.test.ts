import { afterEach, beforeEach, expect, test } from "vitest";
import { setTimeZone } from "#platform/web/format/format.ts";
import { meetWords, whenWords } from "./when-words.ts";

beforeEach(() => setTimeZone("Europe/Berlin"));
afterEach(() => setTimeZone(undefined));

test.each([
  [
    "2026-11-14T18:30:00+01:00",
    "2026-11-14T20:00:00+01:00",
    false,
    "Samstag, 14.11.2026, 18:30 bis 20:00 Uhr",
  ],
  [
    "2026-11-14T18:30:00+01:00",
    "2026-11-15T02:00:00+01:00",
    false,
    "Samstag, 14.11.2026, 18:30 Uhr bis Sonntag, 15.11.2026, 02:00 Uhr",
  ],
  [
    "2026-11-14T18:30:00+01:00",
    "2026-11-14T18:30:00+01:00",
    false,
    "Samstag, 14.11.2026, 18:30 Uhr",
  ],
  [
    "2026-12-24T00:00:00+01:00",
    "2026-12-24T23:59:59+01:00",
    true,
    "Donnerstag, 24.12.2026, ganztägig",
  ],
  [
    "2026-12-24T00:00:00+01:00",
    "2026-12-26T23:59:59+01:00",
    true,
    "Donnerstag, 24.12.2026 bis Samstag, 26.12.2026, ganztägig",
  ],
])("%s to %s reads as a person writes it", (startDateTime, endDateTime, allDay, words) => {
  expect(whenWords({ startDateTime, endDateTime, allDay })).toBe(words);
});

test("the evening before is named where people meet then", () => {
  expect(meetWords("2026-11-14T17:45:00+01:00", "2026-11-14T18:30:00+01:00")).toBe("17:45 Uhr");
  expect(meetWords("2026-11-13T23:30:00+01:00", "2026-11-14T00:30:00+01:00")).toBe(
    "Freitag, 13.11.2026, 23:30 Uhr",
  );
});
