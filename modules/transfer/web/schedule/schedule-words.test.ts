import fc from "fast-check";
import { expect, test } from "vitest";
import { cronOf, scheduleOf, scheduleWords, type Schedule } from "./schedule-words.ts";

test.each([
  [null, "von Hand"],
  ["", "von Hand"],
  ["30 6 * * *", "täglich um 06:30 Uhr"],
  ["0 6 * * 1", "montags um 06:00 Uhr"],
  ["0 6 * * 7", "sonntags um 06:00 Uhr"],
  ["5 22 1 * *", "am 1. jedes Monats um 22:05 Uhr"],
  ["*/5 * * * *", "nach eigenem Plan (*/5 * * * *)"],
  ["0 6 1 1 *", "nach eigenem Plan (0 6 1 1 *)"],
  ["0 6 1 * 1", "nach eigenem Plan (0 6 1 * 1)"],
  ["61 6 * * *", "nach eigenem Plan (61 6 * * *)"],
])("%s is said as %s", (cron, words) => {
  expect(scheduleWords(cron)).toBe(words);
});

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const schedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant<Schedule>({ kind: "NONE" }),
  time.map((at): Schedule => ({ kind: "DAILY", time: at })),
  fc
    .tuple(time, fc.nat(6))
    .map(([at, weekday]): Schedule => ({ kind: "WEEKLY", time: at, weekday })),
  fc
    .tuple(time, fc.integer({ min: 1, max: 31 }))
    .map(([at, day]): Schedule => ({ kind: "MONTHLY", time: at, day })),
);

test("what an office chooses is read back as the same choice", () => {
  fc.assert(
    fc.property(schedule, (chosen) => void expect(scheduleOf(cronOf(chosen))).toEqual(chosen)),
  );
});

test("what has no words stays as it was written", () => {
  expect(cronOf(scheduleOf("*/15 8-18 * * 1-5"))).toBe("*/15 8-18 * * 1-5");
});
