import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import { parseMoment } from "./parse-moment.ts";

const known = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;
const two = (most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, "0"));
const written = fc
  .tuple(
    fc.integer({ min: 100, max: 9_999 }).map((year) => String(year).padStart(4, "0")),
    fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, "0")),
    fc.integer({ min: 1, max: 28 }).map((day) => String(day).padStart(2, "0")),
    fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(":")),
    fc.option(fc.stringMatching(/^[0-9]{0,5}[1-9]$/)),
    fc.constantFrom("+", "-"),
    fc.oneof(
      two(15),
      fc.tuple(two(15), two(59)).map((parts) => parts.join(":")),
      fc.tuple(two(15), two(59), two(59)).map((parts) => parts.join(":")),
    ),
  )
  .map(
    ([year, month, day, clock, fraction, sign, offset]) =>
      `${year}-${month}-${day} ${clock}${fraction === null ? "" : `.${fraction}`}${sign}${offset}`,
  );

test("moments are what the driver's own parser reads, to the millisecond that they are in", () => {
  fc.assert(
    fc.property(written, (text) => {
      const [whole] = [text.replace(/(\.\d{3})\d+/, "$1")];
      expect([text, parseMoment(text)]).toEqual([text, known(whole)]);
    }),
  );
});

test.each([
  "infinity",
  "-infinity",
  "0044-03-15 12:00:00+00 BC",
  "12026-01-01 00:00:00+00",
  "0099-01-01 00:00:00+00",
  "2026-01-01 00:00:00",
  "2026-01-01",
  "2026-1a-01 00:00:00+00",
  "",
])("what is written otherwise is left to it: %s", (text) => {
  expect(parseMoment(text)).toBeNull();
});
