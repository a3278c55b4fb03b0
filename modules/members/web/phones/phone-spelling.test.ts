import { expect, test } from "vitest";
import { spelledPhone } from "./phone-spelling.ts";

test.each([
  ["+4971614711", "DE", "07161 4711"],
  ["+494066969438", "DE", "040 66969438"],
  ["+491711234567", "DE", "0171 1234567"],
  ["+436641234567", "AT", "0664 1234567"],
  ["+41446681800", "CH", "044 668 18 00"],
  // Dialled from elsewhere they need their country.
  ["+436641234567", "DE", "+43 664 1234567"],
  ["+491711234567", "AT", "+49 171 1234567"],
  ["+4532123456", "DE", "+45 32 12 34 56"],
  ["+491711234567", "XX", "+49 171 1234567"],
  // What is no number stays as it is.
  ["+999123456", "DE", "+999123456"],
  ["+49", "DE", "+49"],
])("%s in %s is written %s", (number, home, text) => {
  expect(spelledPhone(number, home)).toBe(text);
});
