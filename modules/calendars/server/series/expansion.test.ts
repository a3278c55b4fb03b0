import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { ClubTime } from "../time/club-time.ts";
import { beginningsBetween, isBeginning, lastBeginning } from "./expansion.ts";
import { checkedRule } from "./recurrence.ts";
import { shiftRule } from "./shift-rule.ts";
import { runs } from "#platform/testing/properties.ts";

const time = ClubTime.in("Europe/Berlin");
const at = (local: string) => time.toMoment(Date.parse(`${local}Z`));
const local = (moment: number) => new Date(time.toLocal(moment)).toISOString().slice(0, 16);

/**
 * What a rule yields first (BYSETPOS, of which ical.js gets the beginning wrong, has tests of its
 * own), as local times, by the library of another author.
 */
function independent(recurrence: string, start: string, most: number): string[] {
  const iterator = ICAL.Recur.fromString(recurrence).iterator(
    ICAL.Time.fromDateTimeString(`${start}:00`),
  );
  const found: string[] = [];
  for (let next = iterator.next(); next && found.length < most; next = iterator.next())
    found.push(next.toString().slice(0, 16));
  return found;
}

const weekday = fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU");
const weekdays = fc
  .uniqueArray(weekday, { minLength: 1, maxLength: 4 })
  .map((days) => days.join(","));
const interval = fc
  .integer({ min: 1, max: 4 })
  .map((every) => (every === 1 ? "" : `;INTERVAL=${every}`));
const end = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 1, max: 40 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 2026, max: 2029 }).map((year) => `;UNTIL=${year}1115T235959`),
);
const rule = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constant("FREQ=DAILY"), interval),
      fc.tuple(
        weekdays.map((days) => `FREQ=WEEKLY;BYDAY=${days}`),
        interval,
      ),
      fc.tuple(
        fc
          .tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), weekday)
          .map(([number, day]) => `FREQ=MONTHLY;BYDAY=${number}${day}`),
        interval,
      ),
      fc.tuple(
        fc.integer({ min: 1, max: 31 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
        interval,
      ),
      fc.tuple(fc.constant("FREQ=YEARLY"), interval),
      fc.tuple(
        fc
          .tuple(fc.integer({ min: 1, max: 12 }), weekday)
          .map(([month, day]) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=2${day}`),
        fc.constant(""),
      ),
    ),
    end,
  )
  .map(([[base, every], until]) => `${base}${every}${until}`);
/** Without the 29th of February, which ical.js moves to March in other years. */
const start = fc
  .tuple(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.constantFrom("02:30", "10:00", "18:30", "23:45"),
  )
  .map(
    ([month, day, clock]) =>
      `2026-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}T${clock}`,
  );

describe("expansion", () => {
  test("yields what an independent library yields", () => {
    fc.assert(
      fc.property(rule, start, (recurrence, wanted) => {
        // Begun with its first real occurrence, because the libraries differ about a beginning that
        // the rule leaves out.
        const [first] = independent(recurrence, wanted, 1);
        // A time that the clocks skip is another one from the outset.
        if (first === undefined || local(at(first)) !== first) return;
        const expected = independent(recurrence, first, 60);
        const series = {
          start: at(first),
          recurrence: checkedRule(recurrence, at(first), false, time),
        };
        const last = at(expected.at(-1) ?? first);
        const found = beginningsBetween(series, series.start, last + 1, time);
        expect(found).toEqual(expected.map(at));
        for (const moment of found.slice(-3)) expect(isBeginning(series, moment, time)).toBe(true);
        if (expected.length < 60) expect(lastBeginning(series, time)).toBe(last);
      }),
      runs(80),
    );
  });

  test("a window shows the part of the whole that lies in it", () => {
    fc.assert(
      fc.property(
        rule,
        start,
        fc.integer({ min: 0, max: 1_400 }),
        fc.integer({ min: 0, max: 400 }),
        (recurrence, begin, offset, length) => {
          const series = { start: at(begin), recurrence: tryRule(recurrence, at(begin)) };
          if (series.recurrence === "") return;
          const from = series.start + offset * 86_400_000;
          const to = from + length * 86_400_000;
          const whole = beginningsBetween(series, series.start, to, time);
          expect(beginningsBetween(series, from, to, time)).toEqual(
            whole.filter((moment) => moment >= from),
          );
        },
      ),
      runs(40),
    );
  });

  test("keeps the hour on the wall on the days when the clocks change", () => {
    const weekly = { start: at("2027-03-21T18:00"), recurrence: "FREQ=WEEKLY" };
    expect(
      beginningsBetween(weekly, at("2027-03-20T00:00"), at("2027-04-06T00:00"), time).map(
        (moment) => time.toIso(moment),
      ),
    ).toEqual([
      "2027-03-21T18:00:00+01:00",
      "2027-03-28T18:00:00+02:00",
      "2027-04-04T18:00:00+02:00",
    ]);
    // 2:30 does not exist on 28.03. and exists twice on 31.10.
    const nightly = { start: at("2027-03-27T02:30"), recurrence: "FREQ=DAILY" };
    expect(
      beginningsBetween(nightly, at("2027-03-27T00:00"), at("2027-03-30T00:00"), time).map(local),
    ).toEqual(["2027-03-27T02:30", "2027-03-28T03:30", "2027-03-29T02:30"]);
    expect(
      beginningsBetween(nightly, at("2027-10-31T00:00"), at("2027-11-01T00:00"), time).map(
        (moment) => time.toIso(moment),
      ),
    ).toEqual(["2027-10-31T02:30:00+02:00"]);
  });

  test("knows leap days, last working days and fifth Fridays", () => {
    const leap = { start: at("2024-02-29T10:00"), recurrence: "FREQ=YEARLY" };
    expect(beginningsBetween(leap, leap.start, at("2033-01-01T00:00"), time).map(local)).toEqual([
      "2024-02-29T10:00",
      "2028-02-29T10:00",
      "2032-02-29T10:00",
    ]);
    const working = {
      start: at("2026-01-30T18:00"),
      recurrence: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    };
    expect(
      beginningsBetween(working, working.start, at("2026-06-01T00:00"), time).map(local),
    ).toEqual([
      "2026-01-30T18:00",
      "2026-02-27T18:00",
      "2026-03-31T18:00",
      "2026-04-30T18:00",
      "2026-05-29T18:00",
    ]);
    const second = {
      start: at("2026-01-01T18:00"),
      recurrence: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2;COUNT=3",
    };
    expect(
      beginningsBetween(second, second.start, at("2026-06-01T00:00"), time).map(local),
    ).toEqual([
      // The beginning counts although it is only the first working day.
      "2026-01-01T18:00",
      "2026-01-02T18:00",
      "2026-02-03T18:00",
    ]);
    const fifth = { start: at("2026-01-30T19:00"), recurrence: "FREQ=MONTHLY;BYDAY=5FR" };
    expect(beginningsBetween(fifth, fifth.start, at("2026-11-01T00:00"), time).map(local)).toEqual([
      "2026-01-30T19:00",
      "2026-05-29T19:00",
      "2026-07-31T19:00",
      "2026-10-30T19:00",
    ]);
  });

  test("an end in UTC, at a local time and on a day mean the same last occurrence", () => {
    for (const until of ["20270328T160000Z", "20270328T180000", "20270328"]) {
      const series = {
        start: at("2027-03-07T18:00"),
        recurrence: checkedRule(`FREQ=WEEKLY;UNTIL=${until}`, at("2027-03-07T18:00"), false, time),
      };
      expect(local(lastBeginning(series, time) ?? 0)).toBe("2027-03-28T18:00");
    }
    expect(
      checkedRule("RRULE:freq=weekly;until=20270328T220000Z", at("2027-03-07T00:00"), true, time),
    ).toBe("FREQ=WEEKLY;UNTIL=20270329");
  });

  test("a series that began in 1941 is as quick as any other, one that hardly ever happens ends", () => {
    const old = { start: at("1941-05-08T10:00"), recurrence: "FREQ=YEARLY" };
    expect(
      beginningsBetween(old, at("2026-01-01T00:00"), at("2027-01-01T00:00"), time).map(local),
    ).toEqual(["2026-05-08T10:00"]);
    const never = {
      start: at("2026-01-06T10:00"),
      recurrence: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    };
    expect(
      beginningsBetween(never, at("2026-01-01T00:00"), at("2028-01-01T00:00"), time).map(local),
    ).toEqual(["2026-01-06T10:00"]);
  });
});

describe("a beginning that moves takes the rule along", () => {
  test.each([
    ["FREQ=WEEKLY;BYDAY=MO,WE", "2026-11-02T18:00", "2026-11-03T18:00", "FREQ=WEEKLY;BYDAY=TU,TH"],
    ["FREQ=WEEKLY;BYDAY=SU", "2026-11-01T18:00", "2026-11-02T19:00", "FREQ=WEEKLY;BYDAY=MO"],
    ["FREQ=WEEKLY;BYDAY=MO", "2026-11-02T18:00", "2026-11-02T20:00", "FREQ=WEEKLY;BYDAY=MO"],
    ["FREQ=MONTHLY;BYDAY=1FR", "2026-11-06T18:00", "2026-11-14T18:00", "FREQ=MONTHLY;BYDAY=2SA"],
    ["FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27T18:00", "2026-11-26T18:00", "FREQ=MONTHLY;BYDAY=-1TH"],
    [
      "FREQ=MONTHLY;BYMONTHDAY=15",
      "2026-11-15T18:00",
      "2026-11-16T18:00",
      "FREQ=MONTHLY;BYMONTHDAY=16",
    ],
    [
      "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=11",
      "2026-11-11T11:11",
      "2026-12-12T11:11",
      "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=12",
    ],
    [
      "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261130T170000Z",
      "2026-11-02T18:00",
      "2026-11-02T19:00",
      "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261130T180000Z",
    ],
  ])("%s from %s to %s", (recurrence, from, to, expected) => {
    expect(shiftRule(recurrence, at(from), at(to), false, time)).toBe(expected);
  });

  test("a weekly series moves by as much as its beginning does", () => {
    fc.assert(
      fc.property(weekdays, interval, fc.integer({ min: -200, max: 200 }), (days, every, hours) => {
        const [first] = independent(`FREQ=WEEKLY;BYDAY=${days}${every}`, "2026-11-02T18:00", 1);
        const begin = at(first ?? "");
        const before = { start: begin, recurrence: `FREQ=WEEKLY;BYDAY=${days}${every}` };
        const moved = time.toMoment(time.toLocal(begin) + hours * 3_600_000);
        const after = {
          start: moved,
          recurrence: shiftRule(before.recurrence, begin, moved, false, time),
        };
        // Every second week begins on another day for weeks that Sunday and Monday change places
        // in.
        if (every !== "") return;
        const old = beginningsBetween(before, begin, begin + 90 * 86_400_000, time).slice(0, 10);
        const found = beginningsBetween(after, moved, moved + 90 * 86_400_000, time).slice(0, 10);
        expect(found.map(local)).toEqual(
          old.map((moment) => local(time.moved(moment, begin, moved))),
        );
      }),
    );
  });
});

function tryRule(recurrence: string, begin: number): string {
  try {
    return checkedRule(recurrence, begin, false, time);
  } catch {
    return "";
  }
}
