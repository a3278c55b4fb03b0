import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beginAndEnd, findTimes, type TimeOfDay } from "./times.ts";

/** Times of day as programmes write them. */

const two = (value: number) => String(value).padStart(2, "0");
const time = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
});
const starts = (text: string, dates: { from: number; to: number }[] = []) =>
  findTimes(text, dates).map(({ start }) => start);

describe("any time of day is found", () => {
  test.each<[string, (time: TimeOfDay) => string]>([
    ["19:30", ({ hour, minute }) => `Beginn ${hour}:${two(minute)}`],
    ["19:30 Uhr", ({ hour, minute }) => `um ${hour}:${two(minute)} Uhr im Saal`],
    ["19.30 Uhr", ({ hour, minute }) => `Probe, ${hour}.${two(minute)} Uhr`],
    ["19.30h", ({ hour, minute }) => `Probe ${two(hour)}.${two(minute)}h`],
    ["19.30 alone in its cell", ({ hour, minute }) => ` ${hour}.${two(minute)} `],
    ["19 Uhr 30", ({ hour, minute }) => `um ${hour} Uhr ${two(minute)} im Saal`],
  ])("written as %s", (_how, written) => {
    fc.assert(
      fc.property(time, (given) => {
        expect(starts(written(given))).toEqual([given]);
      }),
    );
  });

  test("a span has a beginning and an end, whichever dash stands between", () => {
    const dash = fc.constantFrom("–", "-", " – ", " bis ", "—");
    fc.assert(
      fc.property(time, time, dash, (from, to, between) => {
        const written = `${from.hour}:${two(from.minute)}${between}${to.hour}:${two(to.minute)} Uhr`;
        expect(findTimes(`Training ${written}`)).toMatchObject([{ start: from, end: to }]);
      }),
    );
  });

  test("in the evening and in the afternoon an hour is meant twelve later", () => {
    for (let hour = 1; hour < 12; hour++) {
      const later = [{ hour: hour + 12, minute: 0 }];
      expect(starts(`um ${hour} Uhr abends`)).toEqual(later);
      expect(starts(`um ${hour} Uhr nachmittags`)).toEqual(later);
    }
  });

  test("the end of the day is its last minute", () => {
    expect(findTimes("20 bis 24 Uhr")).toMatchObject([
      { start: { hour: 20, minute: 0 }, end: { hour: 23, minute: 59 } },
    ]);
  });
});

describe("what is no time of day", () => {
  test.each(["25 Uhr", "19:61 Uhr", "99:99", "Halle 3", "Tel. 07121 30", "3:2:1", "12,50 €"])(
    "%j",
    (text) => {
      expect(findTimes(text)).toEqual([]);
    },
  );

  test("where a date stands there is none", () => {
    const text = "21. 15 Uhr";
    expect(starts(text, [{ from: 0, to: 3 }])).toEqual([{ hour: 15, minute: 0 }]);
    expect(starts("24.12.", [{ from: 0, to: 6 }])).toEqual([]);
  });

  test("whatever is written: places lie in the text, in order, and none within another", () => {
    const piece = fc.constantFrom(
      "19",
      "30",
      ":",
      ".",
      " ",
      "Uhr",
      "bis",
      "–",
      "halb acht",
      "ab",
      "h",
      "Chor",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join("");
        let before = 0;
        for (const { from, to, start } of findTimes(text)) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(start.hour).toBeLessThan(24);
          expect(start.minute).toBeLessThan(60);
          before = to;
        }
      }),
    );
  });
});

describe("beginning and end of an event", () => {
  const told = (text: string) => {
    const { start, end } = beginAndEnd(findTimes(text));
    return [start, end].map((one) => (one === null ? null : `${one.hour}:${two(one.minute)}`));
  };

  test.each([
    ["Einlass 18:30 Uhr, Beginn 19:30 Uhr", ["19:30", null]],
    ["Beginn: 19.30 Uhr, Einlass ab 18.30 Uhr", ["19:30", null]],
    ["Treffpunkt 8:00 Uhr", ["8:00", null]],
    ["14 Uhr, Ende 17 Uhr", ["14:00", "17:00"]],
    ["9.00–12.00 Uhr", ["9:00", "12:00"]],
    ["im Vereinsheim", [null, null]],
  ])("%j", (text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});
