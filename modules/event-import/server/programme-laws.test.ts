import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "#platform/testing/properties.ts";
import type { Page } from "./documents/pages.ts";
import { pageOf } from "./documents/testing.ts";
import { readProgramme, understood } from "./read-programme.ts";
import { eventLine } from "./testing.ts";

/** Whole programmes: what is written reads back, and nothing else is read. */

const TODAY = Temporal.PlainDate.from("2026-11-21");
const TITLES = [
  "Sommerfest",
  "Chorkonzert",
  "Jahreshauptversammlung",
  "Flohmarkt",
  "Skatturnier",
  "Herbstwanderung",
  "Kinderfasching",
];
const PLACES = ["Vereinsheim", "Festhalle", "Gasthof Hirsch", "Sportplatz", "Rathaus"];
const two = (value: number) => String(value).padStart(2, "0");

const entry = fc.record({
  title: fc.constantFrom(...TITLES),
  place: fc.constantFrom(...PLACES),
  date: fc
    .integer({ min: 0, max: 1_500 })
    .map((days) => Temporal.PlainDate.from("2025-01-01").add({ days })),
  hour: fc.integer({ min: 8, max: 22 }),
  minute: fc.constantFrom(0, 15, 30, 45),
});
type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never;
/** Entries that can be told apart. */
const entries = fc.uniqueArray(entry, {
  minLength: 3,
  maxLength: 7,
  selector: ({ date }) => date.toString(),
});

const pageText = (page: Page) => understood([page], TODAY).texts.join("\n");
const day = ({ date }: Entry) => `${two(date.day)}.${two(date.month)}.${date.year}`;
const clock = ({ hour, minute }: Entry) => `${two(hour)}:${two(minute)}`;
const lineOf = (one: Entry) =>
  `${one.date.toString()} | ${clock(one)} | ${one.title} | ${one.place}`;
const read = (pages: readonly Page[]) => readProgramme(pages, TODAY);
const list = (all: readonly Entry[]) =>
  pageOf(all.map((one) => `${day(one)} ${clock(one)} Uhr ${one.title}, ${one.place}`));

describe("entries with all that belongs to them are read as they are written", () => {
  test("in a list, one in a line", () => {
    fc.assert(
      fc.property(entries, (all) => {
        expect(read([list(all)]).map(eventLine)).toEqual(all.map(lineOf));
      }),
    );
  });

  test("in a table, whatever the order of its columns", () => {
    const heads = ["Datum", "Uhrzeit", "Veranstaltung", "Ort"] as const;
    const cell = { Datum: day, Uhrzeit: clock, Veranstaltung: titleOf, Ort: placeOf };
    fc.assert(
      fc.property(
        entries,
        fc.shuffledSubarray([...heads], { minLength: heads.length }),
        (all, order) => {
          const table = pageOf([order, ...all.map((one) => order.map((head) => cell[head](one)))]);
          expect(read([table]).map(eventLine)).toEqual(all.map(lineOf));
        },
      ),
      // A table is tried in many shapes: a fifth of a second each.
      runs(40),
    );
  });

  test("in sentences of a letter", () => {
    fc.assert(
      fc.property(entries, (all) => {
        const letter = all.map(
          (one) =>
            `Am ${one.date.day}.${one.date.month}.${one.date.year} um ${clock(one)} Uhr findet unser ${one.title} statt.`,
        );
        expect(
          read([pageOf(letter.flatMap((line) => [line, ""]))]).map(
            ({ start, startTime, title }) => [start, startTime, title],
          ),
        ).toEqual(all.map((one) => [one.date.toString(), clock(one), one.title]));
      }),
    );
  });
});

describe("independent entries", () => {
  test("are the same in any order", () => {
    const both = entries.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(both, ([all, shuffled]) => {
        expect(
          read([list(shuffled)])
            .map(eventLine)
            .toSorted(),
        ).toEqual(
          read([list(all)])
            .map(eventLine)
            .toSorted(),
        );
      }),
    );
  });

  test("are the same on one page and on several, and name theirs", () => {
    fc.assert(
      fc.property(entries, (all) => {
        const pages = all.map((one, index) => ({ ...list([one]), number: index + 1 }));
        const found = read(pages);
        expect(found.map(eventLine)).toEqual(all.map(lineOf));
        expect(found.map(({ page }) => page)).toEqual(all.map((_, index) => index + 1));
      }),
    );
  });

  test("are read once, however often they are written", () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 2, max: 3 }), (all, times) => {
        const pages = Array.from({ length: times }, () => list(all));
        expect(read(pages).map(eventLine)).toEqual(all.map(lineOf));
      }),
    );
  });
});

describe("whatever stands on a page", () => {
  const text = fc.oneof(
    fc.constantFrom(
      ..."Sommerfest Chorprobe Vereinsheim 14. 14.03. 3.–5. 12.3.2026 31.02. März Juni Sa So. 19.30 Uhr 20:00 bis – Beginn Ende Datum Ort Was Treffpunkt: abgesagt Heiligabend Januar 2027 2026/27 ganztägig (".split(
        " ",
      ),
    ),
    fc.string({ minLength: 1, maxLength: 6, unit: "binary" }),
  );
  const word = fc.record({
    text,
    x: fc.integer({ min: 0, max: 700 }),
    y: fc.integer({ min: 0, max: 60 }).map((row) => row * 9),
    size: fc.constantFrom(8, 10, 10, 10, 24),
    bold: fc.boolean(),
    confidence: fc.integer({ min: 0, max: 100 }),
  });
  const page: fc.Arbitrary<Page> = fc.array(word, { maxLength: 60 }).map((words) => ({
    number: 1,
    width: 720,
    height: 600,
    words: words.map(({ x, y, size, text: written, ...rest }) => ({
      ...rest,
      text: written,
      size,
      x0: x,
      x1: x + written.length * size * 0.5,
      y0: y,
      y1: y + size,
    })),
  }));

  test("reading ends, and what is read is a possible event", () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 2 }), (pages) => {
        for (const event of read(pages)) {
          expect(event.title).toMatch(/\p{L}{2}/u);
          expect(Temporal.PlainDate.from(event.start).toString()).toBe(event.start);
          expect(event.end >= event.start).toBe(true);
          for (const time of [event.startTime, event.endTime])
            expect(time ?? "00:00").toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
          expect(event.startTime !== null || event.endTime === null).toBe(true);
        }
      }),
      runs(150),
    );
  });

  test("no word of a title or place is made up", () => {
    const squashed = (of: string) => of.replace(/[\s-]+/gu, "");
    fc.assert(
      fc.property(page, (given) => {
        const written = squashed(pageText(given));
        for (const { title, location } of read([given]))
          for (const letters of `${title} ${location ?? ""}`.match(/\p{L}+/gu) ?? [])
            expect(written).toContain(letters);
      }),
      runs(150),
    );
  });

  test("the order in which a page names its words does not matter", () => {
    const both = page.chain((given) => {
      // Two words at one place have no order of their own.
      const words = given.words.filter(
        ({ x0, y0 }, index) =>
          given.words.findIndex((other) => other.x0 === x0 && other.y0 === y0) === index,
      );
      const apart = words.filter(
        ({ x0 }, index) => words.findIndex((other) => other.x0 === x0) === index,
      );
      return fc.shuffledSubarray(apart, { minLength: apart.length }).map(
        (shuffled) =>
          [
            { ...given, words: apart },
            { ...given, words: shuffled },
          ] as const,
      );
    });
    fc.assert(
      fc.property(both, ([given, shuffled]) => {
        expect(pageText(shuffled)).toBe(pageText(given));
      }),
    );
  });

  test("every word of the page is in its text, in whatever row", () => {
    fc.assert(
      fc.property(page, (given) => {
        const letters = (of: string) => [...of.replace(/[^\p{L}]/gu, "")].toSorted().join("");
        const words = given.words.map((one) => one.text).join(" ");
        const told = letters(pageText(given));
        for (const letter of new Set(letters(words)))
          expect(told.split(letter).length).toBeGreaterThanOrEqual(
            letters(words).split(letter).length,
          );
      }),
    );
  });

  test("an empty page and one of blanks hold nothing", () => {
    expect(read([pageOf([]), pageOf(["", " "])])).toEqual([]);
  });
});

function titleOf({ title }: Entry): string {
  return title;
}

function placeOf({ place }: Entry): string {
  return place;
}
