import { expect, test } from "vitest";
import { assignRoles } from "./assign.ts";
import { ROLES } from "./roles.ts";

/** Odds of a column, by role; what is not named is next to impossible. */
function odds(likely: Record<string, number>): number[] {
  return ROLES.map(({ key }) => Math.log(likely[key] ?? 1e-6));
}

function roles(...columns: Record<string, number>[]): (string | undefined)[] {
  return assignRoles(columns.map(odds)).map(({ role }) => ROLES[role]?.key);
}

test("the whole counts: a column gives way where another one has no other choice", () => {
  expect(roles({ phone: 0.6, mobile: 0.4 }, { phone: 0.9, other: 0.001 })).toEqual([
    "mobile",
    "phone",
  ]);
});

test("a list has a whole name or its parts, never both", () => {
  expect(roles({ fullName: 0.5, lastname: 0.4 }, { firstname: 0.9, other: 0.01 })).toEqual([
    "lastname",
    "firstname",
  ]);
  expect(roles({ fullName: 0.7, lastname: 0.3 })).toEqual(["fullName"]);
});

test("several columns are groups, one is a field", () => {
  expect(
    roles({ groups: 0.9 }, { groups: 0.9 }, { email: 0.9 }, { email: 0.8, other: 0.1 }),
  ).toEqual(["groups", "groups", "email", "other"]);
});

test("a rival that has the field already takes nothing of the confidence", () => {
  const [first] = assignRoles([odds({ leftOn: 0.5, deceasedOn: 0.5 }), odds({ deceasedOn: 0.99 })]);
  expect(first?.confidence).toBeGreaterThan(0.95);
});
