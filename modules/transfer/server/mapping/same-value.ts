import type { TransferField } from "../../member-fields.ts";
import { internationalPhone } from "./phone-numbers.ts";
import { type FieldValue, multiline } from "./read-values.ts";

/**
 * Whether a member's value and one read from a file say the same: phone numbers in any spelling, account numbers
 * without spaces, addresses without case, lists in any order. What only looks different changes nothing.
 * @public
 */
export function sameValue(field: Pick<TransferField, "kind">, stored: FieldValue | undefined, read: FieldValue, country?: string): boolean {
  return comparable(field, stored ?? null, country) === comparable(field, read, country);
}

function comparable({ kind }: Pick<TransferField, "kind">, value: FieldValue, country: string | undefined): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  if (Array.isArray(value)) return JSON.stringify(value.map((item) => multiline(item)).toSorted());
  if (typeof value !== "string") return String(value);
  switch (kind) {
    case "PHONE":
      return internationalPhone(value, country) ?? value.replace(/[\s()/.-]/g, "");
    case "IBAN":
    case "BIC":
      return value.replace(/\s/g, "").toUpperCase();
    case "EMAIL":
      return value.trim().toLowerCase();
    default:
      return multiline(value);
  }
}
