import fc from "fast-check";
import { expect, test } from "vitest";
import { ClubTime } from "#modules/calendars/server/public.ts";
import { draftOf } from "./drafts.ts";
import type { ProgrammeEvent } from "./read-programme.ts";

/** Found events as drafts, in the club's time. */

const time = ClubTime.in("Europe/Berlin");
const clock = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 15, 30, 59) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const event: fc.Arbitrary<ProgrammeEvent> = fc
  .record({
    first: fc.integer({ min: 0, max: 10_000 }),
    days: fc.integer({ min: 0, max: 20 }),
    startTime: fc.option(clock),
    endTime: fc.option(clock),
    location: fc.option(fc.constant("Festhalle")),
    uncertain: fc.subarray(["title", "location", "startDateTime"] as const),
  })
  .map(({ first, days, startTime, endTime, location, uncertain }) => {
    const start = Temporal.PlainDate.from("2010-01-01").add({ days: first });
    return {
      title: "Sommerfest",
      location,
      description: null,
      page: 1,
      hints: [],
      start: start.toString(),
      end: start.add({ days }).toString(),
      startTime,
      endTime: startTime === null ? null : endTime,
      uncertain: [...uncertain],
    };
  });
const local = (moment: string | null) => moment?.slice(0, 16) ?? null;

test("a draft begins on the day and at the time that were found", () => {
  fc.assert(
    fc.property(event, (found) => {
      const draft = draftOf(found, time);
      expect(draft.allDay).toBe(found.startTime === null);
      // The hour that a clock change leaves out is an hour later.
      fc.pre(found.startTime === null || !found.startTime.startsWith("02:"));
      expect(local(draft.startDateTime)).toBe(`${found.start}T${found.startTime ?? "00:00"}`);
    }),
  );
});

test("no draft ends before it begins: an earlier hour is one of the next day", () => {
  fc.assert(
    fc.property(event, (found) => {
      const { startDateTime, endDateTime } = draftOf(found, time);
      if (endDateTime !== null && startDateTime !== null)
        expect(Date.parse(endDateTime)).toBeGreaterThanOrEqual(Date.parse(startDateTime));
    }),
  );
  const late = { title: "Ball", location: null, description: null, page: 1, hints: [] };
  const day = { start: "2027-01-30", end: "2027-01-30", uncertain: [] };
  const draft = draftOf({ ...late, ...day, startTime: "20:00", endTime: "01:00" }, time);
  expect(local(draft.endDateTime)).toBe("2027-01-31T01:00");
});

test("an event of several days lasts to the last of them; without a time of its end that is a guess", () => {
  fc.assert(
    fc.property(event, (found) => {
      const { endDateTime, uncertainFields } = draftOf(found, time);
      const isGuessed =
        found.startTime !== null && found.endTime === null && found.end > found.start;
      if (found.startTime === null || isGuessed)
        expect(local(endDateTime)).toBe(`${found.end}T23:59`);
      expect(uncertainFields.toSorted()).toEqual(
        [...found.uncertain, ...(isGuessed ? ["endDateTime"] : [])].toSorted(),
      );
    }),
  );
});
