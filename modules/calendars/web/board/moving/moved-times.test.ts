import { beforeAll, expect, test } from "vitest";
import { setTimeZone } from "#platform/web/format/format.ts";
import { movedMeeting, movedTimes } from "./moved-times.ts";

beforeAll(() => setTimeZone("Europe/Berlin"));

test("a timed event is moved as the board says it", () => {
  const span = {
    startStr: "2026-11-24T18:30:00+01:00",
    endStr: "2026-11-24T20:00:00+01:00",
    allDay: false,
  };
  expect(movedTimes(span)).toEqual({
    startDateTime: span.startStr,
    endDateTime: span.endStr,
    allDay: false,
  });
});

test("an all-day event ends on the page with its last day, on the board with the day after it", () => {
  expect(movedTimes({ startStr: "2026-11-24", endStr: "2026-11-26", allDay: true })).toEqual({
    startDateTime: "2026-11-24T00:00:00+01:00",
    endDateTime: "2026-11-25T23:59:00+01:00",
    allDay: true,
  });
  // From the last day of summer time to the first of winter time.
  expect(movedTimes({ startStr: "2027-10-30", endStr: "2027-11-01", allDay: true })).toMatchObject({
    startDateTime: "2027-10-30T00:00:00+02:00",
    endDateTime: "2027-10-31T23:59:00+01:00",
  });
});

test("dragged between days and hours it takes the usual length", () => {
  expect(movedTimes({ startStr: "2026-11-24", endStr: "", allDay: true }).endDateTime).toBe(
    "2026-11-24T23:59:00+01:00",
  );
  const hour = movedTimes({ startStr: "2026-11-24T09:00:00+01:00", endStr: "", allDay: false });
  expect(Date.parse(hour.endDateTime) - Date.parse(hour.startDateTime)).toBe(3_600_000);
});

test("the meeting before the beginning moves along", () => {
  const times = {
    startDateTime: "2026-11-26T20:00:00+01:00",
    endDateTime: "2026-11-26T21:00:00+01:00",
    allDay: false,
  };
  expect(movedMeeting("2026-11-24T17:45:00+01:00", "2026-11-24T18:30:00+01:00", times)).toBe(
    "2026-11-26T18:15:00.000Z",
  );
  expect(movedMeeting(null, "2026-11-24T18:30:00+01:00", times)).toBeNull();
  expect(
    movedMeeting("2026-11-24T17:45:00+01:00", "2026-11-24T18:30:00+01:00", {
      ...times,
      allDay: true,
    }),
  ).toBeNull();
});
