import { formatDate } from "#platform/web/format/format.ts";
import type { StaticItem } from "#platform/web/shell-sources.ts";
import { fieldOf, type MemberField } from "../fields.ts";
import { formatIban } from "./form/iban.ts";

/**
 * Returns a field's value as a person reads it; nothing is the empty text. Without `countries` a
 * country is its two letters.
 */
export function fieldText(
  field: MemberField,
  value: string | null,
  countries: readonly StaticItem[] = [],
): string {
  if (value === null || value === "") return "";
  const { kind, labels } = fieldOf(field);
  switch (kind) {
    case "DATE":
      return formatDate(value);
    case "CHOICE":
      return labels?.[value] ?? value;
    case "COUNTRY":
      return countries.find((country) => country.value === value)?.label ?? value;
    case "IBAN":
      return formatIban(value);
    default:
      return value;
  }
}
