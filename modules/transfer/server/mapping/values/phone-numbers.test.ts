import fc from "fast-check";
import { type CountryCode, getExampleNumber } from "libphonenumber-js";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, test } from "vitest";
import { internationalPhone, isSameTelephone } from "./phone-numbers.ts";

describe("read as an international number", () => {
  test.each([
    ["040/66 96-94 38", "DE", "+494066969438"],
    ["(040) 66969438", "DE", "+494066969438"],
    ["(0171) 12 34 567", "DE", "+491711234567"],
    ["0 71 61 / 12 34", "DE", "+4971611234"],
    ["040.66969438", "DE", "+494066969438"],
    ["040\u00a066969438", "DE", "+494066969438"],
    ["0171–1234567", "DE", "+491711234567"],
    ["0049 40 66969438", "DE", "+494066969438"],
    ["00 49 (0) 171 / 123 45 67", "DE", "+491711234567"],
    ["+49 (0) 40 66969438", "AT", "+494066969438"],
    ["+49(0)4066969438", "DE", "+494066969438"],
    ["+490171 1234567", "DE", "+491711234567"],
    ["tel:+49-40-66969438", "DE", "+494066969438"],
    ["0664 1234567", "AT", "+436641234567"],
    ["044 668 18 00", "CH", "+41446681800"],
    ["0041 44 668 18 00", "DE", "+41446681800"],
    // No zero before the area: none is needed there, or it stays.
    ["32 12 34 56", "DK", "+4532123456"],
    ["06 698 12345", "IT", "+390669812345"],
    ["512 345 678", "PL", "+48512345678"],
    ["+380 44 123 45 67", "DE", "+380441234567"],
  ])("%s in %s", (text, country, number) => {
    expect(internationalPhone(text, country)).toBe(number);
  });

  test.each([
    ["66969438", "no area code"],
    ["12 34 56 78 9", "no area code"],
    ["040 66969438 (Oma)", "a word"],
    ["Oma 040 66969438", "a word"],
    ["040 66969438 oder 0171 1234567", "two numbers"],
    ["040 66969438 / 0171 1234567", "two numbers"],
    ["040 66969438 x12", "an extension"],
    ["040 66969438 ext. 3", "an extension"],
    ["112", "no number of a person"],
    ["07161", "an area without a number"],
    ["0171 6", "too short"],
    ["+49 171 123456789012", "too long"],
    ["+999 123456789", "of no country"],
    ["+49 +49 171 1234567", "nonsense"],
    ["keins", "nonsense"],
    ["", "nothing"],
    ["+", "nothing"],
  ])("not %j: %s", (text) => {
    expect(internationalPhone(text)).toBeUndefined();
  });

  test("a country that there is none of only lacks its own numbers", () => {
    expect(internationalPhone("+49 40 66969438", "XX")).toBe("+494066969438");
    expect(internationalPhone("040 66969438", "XX")).toBeUndefined();
    expect(internationalPhone("040 66969438", "toString")).toBeUndefined();
  });
});

/** Mobile numbers as people write them. */
const written = fc
  .record({
    country: fc.constantFrom<CountryCode>("DE", "AT", "CH", "FR", "NL", "BE", "LU", "DK", "PL"),
    last: fc.integer({ min: 0, max: 99 }),
    spelling: fc.constantFrom("national", "international", "00", "E.164", "spaces"),
  })
  .map(({ country, last, spelling }) => {
    const example = getExampleNumber(country, examples);
    if (example === undefined) throw new Error(`no example of ${country}`);
    const ending = String(last).padStart(2, "0");
    const national = example.formatNational().replace(/\d\D*\d$/, ending);
    const number = example.number.replace(/\d\d$/, ending);
    const international = example.formatInternational().replace(/\d\D*\d$/, ending);
    const text = {
      national,
      international,
      "00": international.replace("+", "00"),
      "E.164": number,
      spaces: national.replace(/(\d)/g, "$1 ").trim(),
    }[spelling];
    return { country, number, text };
  });

describe("whatever way a number is written", () => {
  test("it is the same number, and stays it when it is read again", () => {
    fc.assert(
      fc.property(written, ({ country, number, text }) => {
        expect(internationalPhone(text, country)).toBe(number);
        expect(internationalPhone(number, "DE")).toBe(number);
      }),
    );
  });

  test("it means the telephone that is stored", () => {
    fc.assert(
      fc.property(written, ({ country, number, text }) => {
        expect(isSameTelephone(number, text, country)).toBe(true);
        expect(isSameTelephone(text, number, country)).toBe(true);
      }),
    );
  });

  test("it does not mean another", () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        fc.pre(one.number !== other.number && one.country === other.country);
        expect(isSameTelephone(one.text, other.text, one.country)).toBe(false);
      }),
    );
  });
});

test.each([
  // What nobody can have is compared by its digits: made up, or of a range that is new.
  ["0171 123", "+49 (0) 171 123", true],
  ["0049171123", "+49171123", true],
  ["66969438", "6696-9438", true],
  ["0664 1234567", "+43 664 1234567", true],
  ["66969438", "040 66969438", false],
  ["040 66969438", "+44 40 66969438", false],
  ["keins", "", true],
])("%j and %j: %s", (one, other, same) => {
  expect(isSameTelephone(one, other)).toBe(same);
});
