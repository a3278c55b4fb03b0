import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, sameValue, touchedSince } from "./compare.ts";
import type { ChangeValue, Fields } from "../queries.ts";

const value = fc.oneof(
  fc.constantFrom<ChangeValue>(null, "", false, true, 0, 1),
  fc.string({ maxLength: 2 }),
  fc.array(fc.constantFrom("A", "B"), { maxLength: 2 }),
) as fc.Arbitrary<ChangeValue>;
const name = fc.constantFrom("city", "street", "notes", "cf.trikot", "__proto__", "constructor");
const record = fc.dictionary(name, value);
const fields = fc.dictionary(name, fc.record({ old: value, new: value })) as fc.Arbitrary<Fields>;

const own = <T>(values: Record<string, T>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

describe("comparing an entry with the record of today", () => {
  test("nothing, false and an empty list are the same as absent", () => {
    for (const empty of [null, false, []]) expect(sameValue(empty, undefined)).toBe(true);
    for (const something of ["", 0, true, ["A"]])
      expect(sameValue(something, undefined)).toBe(false);
  });

  test("every field asked for is either untouched or a conflict, by its present value alone", () => {
    fc.assert(
      fc.property(fields, record, (entry, present) => {
        const wanted = Object.keys(entry);
        const { untouched, conflicts } = compare(entry, wanted, present);
        expect(
          [...Object.keys(untouched), ...conflicts.map(({ field }) => field)].toSorted(),
        ).toEqual(wanted.toSorted());
        for (const field of Object.keys(untouched))
          expect(sameValue(own(present, field), entry[field]?.new)).toBe(true);
        for (const { field } of conflicts)
          expect(sameValue(own(present, field), entry[field]?.new)).toBe(false);
      }),
    );
  });

  test("putting old values back and comparing again finds nothing left to do, except where old and new are the same", () => {
    fc.assert(
      fc.property(fields, record, (entry, present) => {
        const wanted = Object.keys(entry);
        const after = { ...present, ...compare(entry, wanted, present).untouched };
        for (const [field, old] of Object.entries(compare(entry, wanted, after).untouched))
          expect(sameValue(old, entry[field]?.new)).toBe(true);
      }),
    );
  });

  test("of a record that is gone everything is a conflict", () => {
    fc.assert(
      fc.property(fields, (entry) => {
        expect(compare(entry, Object.keys(entry), undefined).untouched).toEqual({});
      }),
    );
  });

  test("a record is untouched since its creation exactly when it says what the entry says", () => {
    fc.assert(
      fc.property(record, record, (made, present) => {
        const entry = Object.fromEntries(
          Object.entries(made).map(([field, value]) => [field, { old: null, new: value }]),
        );
        const names = new Set([...Object.keys(made), ...Object.keys(present)]);
        expect(touchedSince(entry, present).length === 0).toBe(
          [...names].every((field) => sameValue(own(made, field), own(present, field))),
        );
      }),
    );
  });
});
