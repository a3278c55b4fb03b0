import fc from "fast-check";
import { expect, test } from "vitest";
import type { Item } from "../layout/items.ts";
import { findDates } from "./date-expressions.ts";
import { withNamedDay } from "./named-days.ts";

/** Days that go by a name. */

const item = (text: string): Item => ({
  page: 1,
  kind: "TEXT",
  cells: [text],
  scale: 1,
  gap: 2,
  emphasis: [],
  doubtful: [],
});
const NAMES: readonly (readonly [name: string, day: number, month: number])[] = [
  ["Neujahr", 1, 1],
  ["Heilige Drei Könige", 6, 1],
  ["Tag der Arbeit", 1, 5],
  ["Mariä Himmelfahrt", 15, 8],
  ["Tag der Deutschen Einheit", 3, 10],
  ["Reformationstag", 31, 10],
  ["Allerheiligen", 1, 11],
  ["Nikolaus", 6, 12],
  ["Heiligabend", 24, 12],
  ["1. Weihnachtsfeiertag", 25, 12],
  ["2. Weihnachtstag", 26, 12],
  ["Silvester", 31, 12],
];
const dayIn = ({ cells: [text = ""] }: Item) => {
  const day = findDates(text)[0]?.days[0];
  return [day?.day, day?.month];
};

test.each(NAMES)("%s before or above a time is its day", (name, day, month) => {
  expect(dayIn(withNamedDay(item(`${name}, 16 Uhr Konzert`), undefined))).toEqual([day, month]);
  expect(dayIn(withNamedDay(item(name), item("16 Uhr Konzert")))).toEqual([day, month]);
});

test.each(NAMES)("%s stays a name without a time, beside a date, and within a word", (name) => {
  for (const text of [name, `${name}lauf, 16 Uhr`, `${name} feiern wir am 3. Mai um 16 Uhr`])
    expect(withNamedDay(item(text), undefined)).toEqual(item(text));
});

test("whatever is written: a text without such a name stays, and so do cells of a table", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (text, next) => {
      expect(withNamedDay(item(text), item(next)).cells).toEqual([text]);
      const row: Item = { ...item(`Heiligabend ${text}`), kind: "ROW" };
      expect(withNamedDay(row, item("16 Uhr"))).toEqual(row);
    }),
  );
});
