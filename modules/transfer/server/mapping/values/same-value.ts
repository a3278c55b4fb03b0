import type { TransferField } from "../../../member-fields.ts";
import { isSameTelephone } from "./phone-numbers.ts";
import { multiline } from "./cell-text.ts";
import type { FieldValue } from "./read-values.ts";

/**
 * Whether a member's value and one read from a file say the same: phone numbers in any spelling,
 * account numbers without spaces, addresses without case, lists in any order. What only looks
 * different changes nothing.
 * @param country Of the member, two letters, where it is known: numbers without a calling code have
 * been read as of there.
 * @public
 */
export function sameValue(
  { kind }: Pick<TransferField, "kind">,
  stored: FieldValue | undefined,
  read: FieldValue,
  country?: string,
): boolean {
  const [a, b] = [stored ?? null, read];
  if (
    kind === "PHONE" &&
    typeof a === "string" &&
    typeof b === "string" &&
    samePhone(a, b, country)
  )
    return true;
  if (
    kind === "POSTAL_CODE" &&
    typeof a === "string" &&
    typeof b === "string" &&
    samePostalCode(a, b)
  )
    return true;
  return comparable(kind, a) === comparable(kind, b);
}

/**
 * `A-1010` of a member is read without its country, and with a zero where the file looks German.
 */
function samePostalCode(stored: string, read: string): boolean {
  const bare = stored.replace(/^[A-Z]{1,3}-\s?/, "");
  return bare !== stored && (read === bare || read === `0${bare}`);
}

/** A number that is kept without its zero is read with it. */
function samePhone(stored: string, read: string, country?: string): boolean {
  const spellings = /^[1-9]\d{8,12}$/.test(stored) ? [`0${stored}`, `+${stored}`] : [stored];
  return spellings.some((spelling) => isSameTelephone(spelling, read, country));
}

function comparable(kind: TransferField["kind"], value: FieldValue): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  if (Array.isArray(value)) return JSON.stringify(value.map((item) => multiline(item)).toSorted());
  if (typeof value !== "string") return String(value);
  switch (kind) {
    case "PHONE":
      return value.replace(/[\s()/.-]/g, "");
    case "IBAN":
    case "BIC":
      return value.replace(/\s/g, "").toUpperCase();
    case "EMAIL":
      return value.trim().toLowerCase();
    default:
      return multiline(value);
  }
}
