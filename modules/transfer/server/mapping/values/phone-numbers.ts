import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js";

/**
 * Returns E.164 of a number in any usual spelling: `040/123 45`, `+49 (0)40 12345`, `0049 40 …`.
 * Undefined for anything else, as numbers that nobody can have, with words, without an area code or
 * with an extension: those stay as they were typed.
 * @param country where numbers without a country's code are at home, two letters
 */
export function internationalPhone(text: string, country = "DE"): string | undefined {
  const typed = text.replace(/^tel:/i, "").trim();
  if (areTwoNumbers(typed)) return undefined;
  // Whoever lives abroad may well have a telephone of here.
  const isGermanMobile = /^01[5-7]\d/.test(typed.replace(/[\s()/.-]/g, "")) && country !== "DE";
  if (isGermanMobile && isGerman(typed)) return internationalPhone(typed, "DE");
  const home = isSupportedCountry(country) ? country : undefined;
  const number = validNumber(typed, home);
  // Where area codes begin with a zero, the number would mean the same with it: its area is missing.
  const lacksArea = !/^\(?[+0]/.test(typed) && validNumber(`0${typed}`, home) === number;
  return lacksArea ? undefined : number;
}

function isGerman(typed: string): boolean {
  return validNumber(typed, "DE") !== undefined;
}

function validNumber(text: string, home: CountryCode | undefined): string | undefined {
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(home === undefined ? {} : { defaultCountry: home }),
  });
  const isWhole = number !== undefined && number.ext === undefined && number.isValid();
  return isWhole && number.number.length > SHORTEST ? number.number : undefined;
}

/** Of what people have; area codes alone are valid numbers too. */
const SHORTEST = "+49".length + 4;

/** `040 12345 / 0171 …` */
function areTwoNumbers(text: string): boolean {
  return /\d{4}\s*\/\s*(?:0|\+)\d/.test(text) && text.replace(/\D/g, "").length > 15;
}

/**
 * Returns whether two spellings mean one telephone, wherever it is dialled: `0176 …` of a member in
 * Austria has been read as an Austrian one. What is no possible number is compared by
 * its digits.
 */
export function isSameTelephone(a: string, b: string, country = "DE"): boolean {
  // Spellings of one number end alike, so that most comparisons need no reading.
  if (lastDigits(a) !== lastDigits(b)) return false;
  return [country, "DE", "AT", "CH"].some((home) => dialled(a, home) === dialled(b, home));
}

function lastDigits(text: string): string {
  return text.replace(/\D/g, "").slice(-6);
}

/** `0171 123`, `+49 (0) 171 123` and `0049171123` give the same. */
function dialled(text: string, home: string): string {
  const number = internationalPhone(text, home);
  if (number !== undefined) return number.slice(1);
  const digits = text.replaceAll("(0)", "").replace(/[^\d+]/g, "");
  if (digits.startsWith("+")) return digits.replaceAll("+", "");
  if (digits.startsWith("00")) return digits.slice(2);
  const code = isSupportedCountry(home) ? getCountryCallingCode(home) : "";
  return digits.replace(/^0/, code);
}
