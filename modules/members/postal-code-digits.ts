/** How many digits postal codes of German-speaking countries have, and what they are called. */
const DIGITS = new Map(
  Object.entries({
    DE: { shape: /^\d{5}$/, problem: "Eine deutsche Postleitzahl hat fünf Ziffern." },
    AT: { shape: /^[1-9]\d{3}$/, problem: "Eine österreichische Postleitzahl hat vier Ziffern." },
    CH: { shape: /^[1-9]\d{3}$/, problem: "Eine Schweizer Postleitzahl hat vier Ziffern." },
    LI: {
      shape: /^94\d{2}$/,
      problem: "Eine Liechtensteiner Postleitzahl beginnt mit 94 und hat vier Ziffern.",
    },
  }),
);
/** Without a country it is taken for one of these. */
const NO_COUNTRY = {
  shape: /^\d{4,5}$/,
  problem:
    "Eine Postleitzahl hat vier oder fünf Ziffern. Liegt der Ort im Ausland, wählen Sie bitte das Land.",
};

/** Returns a postal code without the letters of its country before it: `A-1010` → `1010`. */
export function withoutCountry(postalCode: string): string {
  return postalCode.trim().replace(/^[A-Z]{1,3}[- ](?=\d)/, "");
}

/**
 * Returns in German what is wrong with a postal code; nothing for a good one, and for countries
 * whose codes are not known here.
 */
export function digitsProblem(postalCode: string, country: string | null): string | undefined {
  const known = country === null || country === "" ? NO_COUNTRY : DIGITS.get(country);
  if (known === undefined || known.shape.test(withoutCountry(postalCode))) return undefined;
  return known.problem;
}

interface Place {
  postalCode: string | null;
  country: string | null;
}

/** Returns what is wrong with what was entered in place of what is stored, which may stay. */
export function enteredProblem(entered: Place, stored?: Place): string | undefined {
  const { postalCode, country } = entered;
  if (postalCode === null || postalCode.trim() === "") return undefined;
  const same = postalCode === stored?.postalCode && country === stored.country;
  return same ? undefined : digitsProblem(postalCode, country);
}
