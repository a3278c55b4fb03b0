import { expect, expectTypeOf, test } from "vitest";
import { can, dateTime } from "./fields.ts";

test.each([
  ["2027-03-28T01:30:00+01:00", "2027-03-28T01:30:00+01:00"],
  ["2027-03-28T01:30+01:00", "2027-03-28T01:30:00+01:00"],
  ["2027-03-28T01:30+0100", "2027-03-28T01:30:00+01:00"],
  ["2027-03-28T01:30:15-0330", "2027-03-28T01:30:15-03:30"],
  ["2027-03-28T01:30Z", "2027-03-28T01:30:00Z"],
  ["2027-03-28T01:30:00.250Z", "2027-03-28T01:30:00.250Z"],
])("the point in time %s is taken as %s", (written, meant) => {
  expect(dateTime.parse(written)).toBe(meant);
});

test.each([
  "2027-03-28",
  "2027-03-28T01:30",
  "2027-03-28T01:30:00",
  "2027-02-30T01:30+0100",
  "2027-03-28T25:30+0100",
  "2027-03-28T01:30+0100x",
  "",
])("%o is no point in time", (written) => {
  expect(dateTime.safeParse(written).success).toBe(false);
});

test("the words of `can` are those of the record's kind, and nothing else compiles", () => {
  const shape = can("EDIT", "DELETE");
  expect(shape.parse(["DELETE"])).toEqual(["DELETE"]);
  expect(shape.safeParse(["EDITT"]).success).toBe(false);
  expectTypeOf(shape.parse([])).toEqualTypeOf<("EDIT" | "DELETE")[]>();
});
