const CALLING_CODES: Record<string, string> = {
  DE: "49",
  AT: "43",
  CH: "41",
  LI: "423",
  LU: "352",
  FR: "33",
  NL: "31",
  BE: "32",
  DK: "45",
  PL: "48",
  CZ: "420",
};
/** Countries whose numbers at home begin with a zero that goes away abroad. */
const WITH_ZERO = new Set(["DE", "AT", "CH", "FR", "NL", "BE"]);

/**
 * E.164 of a number in any usual spelling: `040/123 45`, `+49 (0)40 12345`, `0049 40 …`. Undefined
 * for anything else, as numbers with words or without an area code: those stay as they were typed.
 */
export function internationalPhone(text: string, country = "DE"): string | undefined {
  const plain = text
    .replace(/^tel:/i, "")
    .replace(/[\u00a0\u202f\u2007]/g, " ")
    .trim();
  if (!/^(?:\+|\(|\d)[\d\s()/.\-–‐]*$/.test(plain)) return undefined;
  // A second number behind a slash: `040 12345 / 0171 …`.
  if (/\d{4}\s*\/\s*(?:0|\+)\d/.test(plain) && plain.replace(/\D/g, "").length > 15)
    return undefined;
  const digits = plain.replace(/^(\+|00)\s*(\d{1,3})\s*\(0\)/, "$1$2").replace(/[^\d+]/g, "");
  const international = digits.startsWith("+")
    ? digits.slice(1)
    : digits.startsWith("00")
      ? digits.slice(2)
      : atHome(digits, country);
  if (international === undefined) return undefined;
  const clean = international.replace(/^(49|43|41)0/, "$1");
  return /^[1-9]\d{6,14}$/.test(clean) ? `+${clean}` : undefined;
}

function atHome(digits: string, country: string): string | undefined {
  const code = CALLING_CODES[country];
  if (code === undefined || !WITH_ZERO.has(country) || !digits.startsWith("0")) return undefined;
  return code + digits.slice(1);
}
