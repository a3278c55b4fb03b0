import { postcodeValidator, postcodeValidatorExistsForCountry } from "postcode-validator";
import { invalidValues } from "#platform/server/http/app-error.ts";
import { digitsProblem, withoutCountry } from "../../postal-code-digits.ts";

interface Place {
  postalCode: string | null;
  country: string | null;
}

/**
 * Returns in German what is wrong with a postal code for its country; nothing for a good one, and
 * for countries whose codes nobody knows.
 */
export function postalCodeProblem({ postalCode, country }: Place): string | undefined {
  if (postalCode === null || postalCode === "") return undefined;
  const problem = digitsProblem(postalCode, country);
  if (problem !== undefined || country === null) return problem;
  const fits =
    !postcodeValidatorExistsForCountry(country) ||
    [postalCode, withoutCountry(postalCode)].some((code) =>
      postcodeValidator(code.trim().toUpperCase(), country),
    );
  return fits ? undefined : "Diese Postleitzahl passt nicht zum Land.";
}

/**
 * Refuses a postal code that its country does not have. One that was there before stays: an old
 * address must not keep anybody from changing a telephone number.
 */
export function checkPostalCode(place: Place, before?: Place): void {
  if (before?.postalCode === place.postalCode && before.country === place.country) return;
  const message = postalCodeProblem(place);
  if (message !== undefined)
    throw invalidValues([{ path: "postalCode", code: "INVALID", message }]);
}
