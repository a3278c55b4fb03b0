import { looksLikeMobile } from "./value-shapes.ts";

const MOBILE_WORD = /\b(?:mobil\w*|handy|cell|funk|natel|m)\b\.?/i;
const FIXED_WORD = /\b(?:tel\w*|fest\w*|privat|fon|phone|home|p)\b\.?/i;

/** A mobile number of a spreadsheet, which takes the zero away. */
const LOST_ZERO = /^1[5-7]\d{8,9}$/;

/**
 * `040 12345 / 0171 1234567` and `Handy: 0171 …`: a telephone and a mobile, by the words before the
 * numbers or else by the numbers. What is left over of either kind is let go.
 */
export function telephoneParts(text: string): { phone: string | null; mobile: string | null } {
  const parts: { phone: string | null; mobile: string | null } = { phone: null, mobile: null };
  for (const piece of pieces(text)) {
    const number = /[+(\d][\d\s()/.+-]*\d/.exec(piece)?.[0];
    if (number === undefined || number.replace(/\D/g, "").length < 3) continue;
    const isMobile =
      looksLikeMobile(number) ||
      LOST_ZERO.test(number) ||
      (MOBILE_WORD.test(piece) && !FIXED_WORD.test(piece));
    const kind = isMobile ? "mobile" : "phone";
    parts[kind] ??= number.trim();
  }
  return parts;
}

/** A stroke parts two numbers where the second begins anew; else it stands behind an area code. */
function pieces(text: string): string[] {
  return text
    .split(
      /[\n;,|]|\s\/\s|\/(?=\s*(?:\+|00))|(?<=\d{5})\s*\/\s*(?=0)|\s(?:und|u\.|oder|o\.)\s|\s{3,}|(?<=\d)\s+(?=\p{L}{2,}[.:]?\s*[+(\d])/u,
    )
    .flatMap((piece) => piece.split(/(?<=\d)\s+[-–]\s+(?=[+0])/))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}
