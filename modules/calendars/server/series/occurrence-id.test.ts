import fc from "fast-check";
import { expect, test } from "vitest";
import { id } from "#platform/contract/fields.ts";
import { parseOccurrenceId, toOccurrenceId } from "./occurrence-id.ts";

const keys = fc.stringMatching(/^[0-9a-f]{16}$/);
const starts = fc
  .integer({ min: Date.UTC(1900, 0) / 1000, max: Date.UTC(2300, 0) / 1000 })
  .map((second) => second * 1000);

test("the id of an occurrence gives its series and beginning back", () => {
  fc.assert(
    fc.property(keys, starts, (seriesKey, start) => {
      const packed = toOccurrenceId(seriesKey, start);
      expect(id.safeParse(packed).success).toBe(true);
      expect(parseOccurrenceId(packed)).toEqual({ seriesKey, start });
    }),
  );
});

test("two occurrences never share an id", () => {
  fc.assert(
    fc.property(keys, keys, starts, starts, (firstKey, secondKey, first, second) => {
      fc.pre(firstKey !== secondKey || first !== second);
      expect(toOccurrenceId(firstKey, first)).not.toBe(toOccurrenceId(secondKey, second));
    }),
  );
});

test("ids of other kinds are none of an occurrence", () => {
  fc.assert(
    fc.property(fc.uuid({ version: [1, 4, 7] }), (other) => {
      expect(parseOccurrenceId(other)).toBeUndefined();
    }),
  );
});
