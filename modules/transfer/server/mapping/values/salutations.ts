/** What programs write for a salutation; other codes say nothing that all of them mean. */
const CODES = new Map([
  ["1", "Herr"],
  ["2", "Frau"],
  ["m", "Herr"],
  ["w", "Frau"],
  ["h", "Herr"],
  ["f", "Frau"],
  ["hr", "Herr"],
  ["fr", "Frau"],
]);

/** Returns what a code in a column of salutations stands for. */
export function salutationOfCode(text: string): string | undefined {
  return CODES.get(text.trim().toLowerCase().replace(/\.$/, ""));
}

/** Returns the gender that a salutation tells; a family's or a firm's tells none. */
export function genderOfSalutation(salutation: unknown): "MALE" | "FEMALE" | undefined {
  if (typeof salutation !== "string") return undefined;
  if (/^(?:sehr geehrter )?herrn?\b|^mr\b/i.test(salutation.trim())) return "MALE";
  return /^(?:sehr geehrte )?(?:frau|fräulein)\b|^mrs?s?\b/i.test(salutation.trim())
    ? "FEMALE"
    : undefined;
}
