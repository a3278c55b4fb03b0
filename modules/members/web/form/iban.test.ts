import { expect, test } from "vitest";
import { formatIban } from "./iban.ts";

test.each([
  ["DE02120300000000202051", "DE02 1203 0000 0000 2020 51"],
  ["DE02 1203 0000 0000 2020 51", "DE02 1203 0000 0000 2020 51"],
  ["AT611904300234573201", "AT61 1904 3002 3457 3201"],
  ["", ""],
  [null, ""],
])("%s is shown as %s", (typed, shown) => {
  expect(formatIban(typed)).toBe(shown);
});
