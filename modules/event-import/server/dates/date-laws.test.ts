import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findDates } from "./date-expressions.ts";

const MONTHS = [
  ["Januar", "Jan.", "Jänner"],
  ["Februar", "Feb.", "Febr."],
  ["März", "Mrz", "MÄRZ"],
  ["April", "Apr."],
  ["Mai", "mai"],
  ["Juni", "Jun."],
  ["Juli", "JULI"],
  ["August", "Aug."],
  ["September", "Sept.", "Sep."],
  ["Oktober", "Okt."],
  ["November", "Nov."],
  ["Dezember", "Dez."],
];
const WEEKDAYS = [
  ["Montag", "Mo", "Mo."],
  ["Dienstag", "Di", "Di."],
  ["Mittwoch", "Mi", "Mi."],
  ["Donnerstag", "Do", "Do."],
  ["Freitag", "Fr", "Fr."],
  ["Samstag", "Sonnabend", "Sa", "Sa."],
  ["Sonntag", "So", "So."],
];
const two = (value: number) => String(value).padStart(2, "0");

const date = fc
  .integer({ min: 0, max: 36_500 })
  .map((days) => Temporal.PlainDate.from("2000-01-01").add({ days }));
const monthName = (of: Temporal.PlainDate) => fc.constantFrom(...(MONTHS[of.month - 1] ?? []));
const weekday = (of: Temporal.PlainDate) => fc.constantFrom(...(WEEKDAYS[of.dayOfWeek - 1] ?? []));

/** All spellings of a date with its year. */
const spelling = (of: Temporal.PlainDate) =>
  fc.oneof(
    fc.constantFrom(
      `${of.day}.${of.month}.${of.year}`,
      `${two(of.day)}.${two(of.month)}.${of.year}`,
      `${of.day}. ${of.month}. ${of.year}`,
      `${two(of.day)}.${two(of.month)}.${two(of.year % 100)}`,
      `${of.day}/${of.month}/${of.year}`,
      of.toString(),
    ),
    monthName(of).chain((month) =>
      fc.constantFrom(
        `${of.day}. ${month} ${of.year}`,
        `${two(of.day)}. ${month} ${of.year}`,
        `${of.day} ${month} ${of.year}`,
        `${of.day}.${month} ${of.year}`,
        `${of.day}. ${month} ’${two(of.year % 100)}`,
      ),
    ),
  );
const written = date.chain((of) => spelling(of).map((text) => ({ of, text })));
const dayOf = ({ day, month, year }: Temporal.PlainDate) => ({ day, month, year });

/** What may stand around dates: pieces of them, times, words, marks. */
const scrap = fc.oneof(
  fc.constantFrom(
    ..."12 3. 31. 2026 ’26 . / – - , : und bis Mai Sept. Sa So. Uhr der § \n \t".split(" "),
  ),
  fc.constantFrom(" ", "Sommerfest", "im", "(", ")", "„", "“"),
  fc.string({ maxLength: 6, unit: "binary" }),
);
const anyText = fc.array(scrap, { maxLength: 30 }).map((parts) => parts.join(""));

describe("a written date reads back as the same date", () => {
  test("in any accepted spelling", () => {
    fc.assert(
      fc.property(written, ({ of, text }) => {
        expect(findDates(text)).toEqual([
          { from: 0, to: text.length, form: "SINGLE", days: [{ ...dayOf(of), weekday: null }] },
        ]);
      }),
    );
  });

  test("with its weekday before it", () => {
    const dayed = written.chain(({ of, text }) =>
      fc
        .tuple(weekday(of), fc.constantFrom(" ", ", ", ", den ", ", dem "))
        .map(([name, glue]) => ({ of, text: name + glue + text })),
    );
    fc.assert(
      fc.property(dayed, ({ of, text }) => {
        expect(findDates(text)).toMatchObject([
          { from: 0, to: text.length, days: [{ ...dayOf(of), weekday: of.dayOfWeek }] },
        ]);
      }),
    );
  });

  test("wherever it stands among words", () => {
    const before = fc.constantFrom("", "Am ", "Sommerfest ", "Liebe Mitglieder!\n", "(");
    const after = fc.constantFrom("", " ist Sommerfest", ", 18 Uhr", "\nim Vereinsheim", ")");
    fc.assert(
      fc.property(written, before, after, ({ of, text }, lead, rest) => {
        const found = findDates(lead + text + rest);
        expect(found).toMatchObject([{ from: lead.length, days: [dayOf(of)] }]);
        expect((lead + text + rest).slice(lead.length, found[0]?.to)).toBe(text);
      }),
    );
  });

  test("without a year it has none", () => {
    const yearless = date.chain((of) =>
      monthName(of).chain((month) =>
        fc
          .constantFrom(
            `${of.day}.${of.month}.`,
            `${two(of.day)}.${two(of.month)}.`,
            `${of.day}. ${month}`,
          )
          .map((text) => ({ of, text })),
      ),
    );
    fc.assert(
      fc.property(yearless, ({ of, text }) => {
        expect(findDates(text)).toMatchObject([
          { form: "SINGLE", days: [{ day: of.day, month: of.month, year: null }] },
        ]);
      }),
    );
  });

  test("two of them in either order are the same two", () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        const both = [one, other].map(({ of }) => dayOf(of));
        const read = (a: string, b: string) =>
          findDates(`${a} Probe; ${b} Konzert`).map(({ days: [day] }) => day);
        expect(read(one.text, other.text)).toMatchObject(both);
        expect(read(other.text, one.text)).toMatchObject(both.toReversed());
      }),
    );
  });
});

describe("several days", () => {
  const DASH = fc.constantFrom("–", " – ", "-", " bis ", " bis zum ");

  test("a span gives its year to both ends, the one before over New Year", () => {
    const span = date.chain((first) =>
      fc.integer({ min: 1, max: 150 }).map((days) => ({ first, last: first.add({ days }) })),
    );
    fc.assert(
      fc.property(span, DASH, ({ first, last }, dash) => {
        const text = `${first.day}.${first.month}.${dash}${last.day}.${last.month}.${last.year}`;
        expect(findDates(text)).toMatchObject([
          { form: "RANGE", to: text.length, days: [dayOf(first), dayOf(last)] },
        ]);
      }),
    );
  });

  test("within a month the month is written once", () => {
    const inMonth = date.chain((of) =>
      fc
        .uniqueArray(fc.integer({ min: 1, max: of.daysInMonth }), { minLength: 2, maxLength: 5 })
        .chain((days) =>
          fc
            .tuple(monthName(of), fc.constantFrom("/", " & ", " und ", ", "))
            .map(([month, joint]) => ({
              days: days.toSorted((a, b) => a - b),
              text: `${days
                .toSorted((a, b) => a - b)
                .map((day) => `${day}.`)
                .join(joint)} ${month} ${of.year}`,
              of,
            })),
        ),
    );
    fc.assert(
      fc.property(inMonth, ({ days, text, of }) => {
        expect(findDates(text)).toMatchObject([
          {
            form: days.length === 2 ? "PAIR" : "LIST",
            to: text.length,
            days: days.map((day) => ({ day, month: of.month, year: of.year })),
          },
        ]);
      }),
    );
  });
});

describe("whatever is written", () => {
  test("dates lie in the text, in order, and none within another", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, monthAround) => {
        let before = 0;
        for (const { from, to } of findDates(text, { monthAround })) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          before = to;
        }
      }),
    );
  });

  test("each day is one that a calendar may have, and its number stands there", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, monthAround) => {
        for (const { from, to, days } of findDates(text, { monthAround })) {
          const numbers = text.slice(from, to).match(/\d+/g)?.map(Number) ?? [];
          expect(days.length).toBeGreaterThan(0);
          for (const { day, month, weekday: name } of days) {
            expect(numbers).toContain(day);
            expect(day >= 1 && day <= 31).toBe(true);
            expect(month === null || (month >= 1 && month <= 12)).toBe(true);
            expect(name === null || (name >= 1 && name <= 7)).toBe(true);
          }
        }
      }),
    );
  });

  test("days without a month count only below the heading of one, at the beginning", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(findDates(text).every(({ days }) => days.every(({ month }) => month !== null))).toBe(
          true,
        );
        const [, ...later] = findDates(text, { monthAround: true });
        expect(later.every(({ days }) => days.every(({ month }) => month !== null))).toBe(true);
      }),
    );
  });
});
