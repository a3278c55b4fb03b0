import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RRuleTemporal } from "rrule-temporal";
import { setTimeZone } from "#platform/web/format/format.ts";
import { addDays } from "#platform/web/format/club-time.ts";
import {
  recurrenceFor,
  ruleOfValues,
  valuesOfRule,
  type RecurrenceValues,
} from "./recurrence-values.ts";
import { ruleSentence } from "./rule-sentence.ts";
import { WEEKDAYS } from "../../recurrence-rule.ts";

beforeEach(() => setTimeZone("Europe/Berlin"));
afterEach(() => setTimeZone(undefined));

/** The second Saturday of the month. */
const START = "2026-11-14";

test.each([
  ["FREQ=DAILY", "Jeden Tag"],
  ["FREQ=DAILY;INTERVAL=3;COUNT=5", "Alle 3 Tage, 5-mal"],
  ["FREQ=WEEKLY", "Jede Woche am Samstag"],
  ["FREQ=WEEKLY;BYDAY=WE,MO", "Jede Woche am Montag und Mittwoch"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Jede Woche von Montag bis Freitag"],
  [
    "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;UNTIL=20271231T225959Z",
    "Alle 2 Wochen am Freitag, bis 31.12.2027",
  ],
  ["FREQ=MONTHLY", "Jeden Monat am 14."],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", "Jeden Monat am 1. und 15."],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "Jeden Monat am letzten Tag des Monats"],
  ["FREQ=MONTHLY;BYDAY=2SA", "Jeden Monat am 2. Samstag"],
  ["FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231", "Jeden Monat am letzten Freitag, bis 31.12.2027"],
  [
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "Jeden Monat von Montag bis Freitag, davon nur der letzte",
  ],
  ["FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "Jeden Monat am 13., wenn es ein Freitag ist"],
  ["FREQ=YEARLY", "Jedes Jahr am 14. November"],
  ["FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "Jedes Jahr am 24. Dezember"],
  ["FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "Jedes Jahr am 2. Sonntag im Mai"],
  ["FREQ=YEARLY;BYMONTH=1,7", "Jedes Jahr am 14. im Januar und Juli"],
  ["FREQ=YEARLY;BYWEEKNO=10;BYDAY=MO", "Jedes Jahr am Montag, in Kalenderwoche 10"],
  ["FREQ=SOMETIMES", "Nach eigener Regel (FREQ=SOMETIMES)"],
])("the rule %s reads: %s", (rule, sentence) => {
  expect(ruleSentence(rule, START)).toBe(sentence);
});

test.each([
  ["FREQ=MONTHLY;BYMONTHDAY=14", { repeat: "MONTHLY", by: "DATE" }],
  ["FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=14", { repeat: "YEARLY", by: "DATE" }],
  ["FREQ=MONTHLY;BYDAY=SA;BYSETPOS=2", { repeat: "MONTHLY", by: "WEEKDAY" }],
  ["FREQ=WEEKLY;WKST=SU", { repeat: "WEEKLY", weekdays: ["SA"] }],
  ["FREQ=MONTHLY;BYDAY=2SA;COUNT=4", { repeat: "MONTHLY", by: "WEEKDAY", end: "COUNT", count: 4 }],
  // What the form has no words for is kept, not bent.
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", { repeat: "OWN" }],
  ["FREQ=MONTHLY;BYDAY=3SU", { repeat: "OWN" }],
  ["FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,SA", { repeat: "OWN" }],
  ["FREQ=YEARLY;BYDAY=2SA", { repeat: "OWN" }],
  ["FREQ=SOMETIMES", { repeat: "OWN" }],
])("the form reads %s and writes it back unchanged", (rule, expected) => {
  const values = valuesOfRule(rule, START);
  expect(values).toMatchObject(expected);
  expect(ruleOfValues(values, START, false)).toBe(rule);
});

test("a series ends with the last day on the club's clock", () => {
  const values: RecurrenceValues = {
    ...recurrenceFor(START, "DAILY"),
    end: "UNTIL",
    until: "2027-07-31",
  };
  expect(ruleOfValues(values, START, false)).toBe("FREQ=DAILY;UNTIL=20270731T215959Z");
  expect(ruleOfValues(values, START, true)).toBe("FREQ=DAILY;UNTIL=20270731");
});

test("the monthly weekday follows the first day of the series", () => {
  const values: RecurrenceValues = { ...recurrenceFor(START, "MONTHLY"), by: "WEEKDAY" };
  expect(ruleOfValues(values, "2026-11-17", false)).toBe("FREQ=MONTHLY;BYDAY=3TU");
  expect(ruleOfValues(values, "2026-11-30", false)).toBe("FREQ=MONTHLY;BYDAY=-1MO");
});

const anyValues = fc.record<RecurrenceValues>({
  repeat: fc.constantFrom("NONE", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
  interval: fc.integer({ min: 1, max: 12 }),
  weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
  by: fc.constantFrom("DATE", "WEEKDAY", "LAST"),
  end: fc.constantFrom("NEVER", "UNTIL", "COUNT"),
  until: fc.integer({ min: 1, max: 2000 }).map((days) => addDays(START, days)),
  count: fc.integer({ min: 1, max: 500 }),
  own: fc.constant(null),
});
const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays(START, days));

test("what the form writes it reads again, and another library understands it from the first day on", () => {
  fc.assert(
    fc.property(anyValues, anyDay, fc.boolean(), (values, start, allDay) => {
      const text = ruleOfValues(values, start, allDay);
      const again = valuesOfRule(text, start);
      expect(ruleOfValues(again, start, allDay)).toBe(text);
      expect(again.repeat).toBe(values.repeat);
      expect(again.interval).toBe(values.repeat === "NONE" ? 1 : values.interval);
      if (text === null) return;
      if (values.end === "UNTIL") expect(again.until).toBe(values.until);
      const first = Temporal.ZonedDateTime.from(`${start}T12:00[Europe/Berlin]`);
      // "The last Saturday" need not be the first day itself.
      const fits =
        values.by !== "LAST" &&
        (values.repeat !== "WEEKLY" ||
          values.weekdays.some((day) => day === WEEKDAYS[first.dayOfWeek - 1]));
      if (!fits || values.end !== "NEVER") return;
      const rule = new RRuleTemporal({
        rruleString: `DTSTART;TZID=Europe/Berlin:${start.replaceAll("-", "")}T120000\nRRULE:${text}`,
      });
      expect(rule.next(first, true)?.toPlainDate().toString()).toBe(start);
    }),
  );
});
