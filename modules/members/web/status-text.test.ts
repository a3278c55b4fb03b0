import { expect, test } from "vitest";
import { statusText } from "./status-text.ts";

test.each([
  ["ACTIVE", null, "aktiv"],
  ["ACTIVE", "2026-12-31", "aktiv bis 31.12.2026"],
  ["PASSIVE", "2027-06-30", "passiv bis 30.06.2027"],
  ["HONORARY", "2026-12-31", "Ehrenmitglied bis 31.12.2026"],
  ["FORMER", "2020-12-31", "ausgetreten"],
] as const)("%s with %s as the day of leaving is %s", (status, leftOn, text) => {
  expect(statusText({ status, leftOn })).toBe(text);
});
