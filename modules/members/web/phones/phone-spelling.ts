import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Returns how people write an E.164 number: `07161 4711` at home, `+43 664 1234567` abroad. */
export function spelledPhone(number: string, home: string): string {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined) return number;
  return isAtHome(parsed, home) ? parsed.formatNational() : parsed.formatInternational();
}

/** Some countries share a calling code; a number that could be of either has no country. */
function isAtHome(
  parsed: { country?: CountryCode | undefined; getPossibleCountries(): CountryCode[] },
  home: string,
): boolean {
  return parsed.country === undefined
    ? (parsed.getPossibleCountries() as string[]).includes(home)
    : parsed.country === home;
}
