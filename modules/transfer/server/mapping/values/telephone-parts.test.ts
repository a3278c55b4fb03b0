import { expect, test } from "vitest";
import { telephoneParts } from "./telephone-parts.ts";

test.each([
  ["040 12345 / 0171 1234567", "040 12345", "0171 1234567"],
  ["0171 1234567 / 040 12345", "040 12345", "0171 1234567"],
  ["040/12345, 0171/1234567", "040/12345", "0171/1234567"],
  ["+498999998779 / +4917604069087", "+498999998779", "+4917604069087"],
  ["privat: 040 12345\nmobil: 0043 664 123456", "040 12345", "0043 664 123456"],
  ["Handy 0171 1234567", null, "0171 1234567"],
  ["040 12345", "040 12345", null],
  ["040 12345 und 0160 999999", "040 12345", "0160 999999"],
  ["auf Anfrage", null, null],
  ["", null, null],
])("%s is a telephone and a mobile", (text, phone, mobile) => {
  expect(telephoneParts(text)).toEqual({ phone, mobile });
});
