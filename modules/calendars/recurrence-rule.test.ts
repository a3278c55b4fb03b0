import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDay, readRule, WEEKDAYS, writeDay, writeRule } from "./recurrence-rule.ts";

describe("the text of a rule", () => {
  test.each([
    ["FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=WEEKLY;BYDAY=MO,WE"],
    ["RRULE:FREQ=DAILY", "FREQ=DAILY"],
    ["rrule:freq=daily; count = 3", "FREQ=DAILY;COUNT=3"],
    ["FREQ=DAILY;;COUNT=3;", "FREQ=DAILY;COUNT=3"],
    ["", ""],
    // What a part means is looked at elsewhere.
    ["FREQ=SOMETIMES", "FREQ=SOMETIMES"],
    ["FREQ", "FREQ="],
  ])("%s is read as %s", (text, expected) => {
    expect(writeRule(readRule(text) ?? new Map())).toBe(expected);
  });

  test.each(["FREQ=DAILY;FREQ=WEEKLY", "FREQ=DAILY=WEEKLY", "=DAILY"])("%s is none", (text) => {
    expect(readRule(text)).toBeNull();
  });

  test("is written as it was read, in its order", () => {
    const name = fc.stringMatching(/^[A-Z]{1,10}$/);
    const value = fc.stringMatching(/^[A-Z0-9,+-]{0,10}$/);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }), (parts) => {
        const text = parts.map((part) => part.join("=")).join(";");
        const read = readRule(text);
        expect([...(read ?? [])]).toEqual(parts);
        expect(writeRule(read ?? new Map())).toBe(text);
      }),
    );
  });
});

describe("a day of a rule", () => {
  test.each([
    ["MO", { ordinal: 0, weekday: "MO" }],
    ["2SA", { ordinal: 2, weekday: "SA" }],
    ["+1SU", { ordinal: 1, weekday: "SU" }],
    ["-1FR", { ordinal: -1, weekday: "FR" }],
    ["53TU", { ordinal: 53, weekday: "TU" }],
  ])("%s", (text, expected) => {
    expect(readDay(text)).toEqual(expected);
  });

  test.each(["", "M", "MOO", "0MO", "100MO", "--1MO", "1", "MO1"])("%s is none", (text) => {
    expect(readDay(text)).toBeNull();
  });

  test("is read as it was written", () => {
    const day = fc.record({
      ordinal: fc.integer({ min: -53, max: 53 }),
      weekday: fc.constantFrom(...WEEKDAYS),
    });
    fc.assert(
      fc.property(day, (one) => {
        expect(readDay(writeDay(one))).toEqual(one);
      }),
    );
  });
});
