import { expect, test } from "vitest";
import { derivedOn } from "./derived-fields.ts";

const NOBODY = { birthday: null, joinedOn: null, leftOn: null, deceasedOn: null };

test.each([
  ["2000-05-17", "2026-05-16", 25],
  ["2000-05-17", "2026-05-17", 26],
  ["2000-02-29", "2025-02-28", 24],
  ["2000-02-29", "2025-03-01", 25],
  ["2000-02-29", "2024-02-29", 24],
  ["2026-05-17", "2026-05-17", 0],
  // Not born yet on that day.
  ["2026-05-17", "2026-05-16", null],
  [null, "2026-05-16", null],
])("who was born on %s is on %s %s years old", (birthday, day, age) => {
  expect(derivedOn({ ...NOBODY, birthday }, day).age).toBe(age);
});

test("the dead have a year of birth, and no age from that day on", () => {
  const person = { ...NOBODY, birthday: "1940-05-17", deceasedOn: "2020-06-01" };
  expect(derivedOn(person, "2020-05-31")).toMatchObject({ age: 80, birthYear: 1940 });
  expect(derivedOn(person, "2020-06-01")).toMatchObject({ age: null, birthYear: 1940 });
});

test.each([
  [{ joinedOn: "2010-01-01" }, 16],
  [{ joinedOn: "2010-01-01", leftOn: "2020-12-31" }, 10],
  [{ joinedOn: "2010-01-01", leftOn: "2027-12-31" }, 16],
  [{ joinedOn: "2010-01-01", deceasedOn: "2013-06-30" }, 3],
  [{ joinedOn: "2010-01-01", leftOn: "2013-06-30", deceasedOn: "2012-06-30" }, 2],
  [{ joinedOn: "2027-01-01" }, null],
  [{}, null],
])("%o has been a member for %s years", (days, years) => {
  expect(derivedOn({ ...NOBODY, ...days }, "2026-11-22").membershipYears).toBe(years);
});
