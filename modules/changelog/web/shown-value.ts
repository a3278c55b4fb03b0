import { formatDate, formatDateTime, formatNumber } from "#platform/web/format/format.ts";
import { choiceWord } from "../choice-words.ts";
import type { Change } from "../contract.ts";

type Value = Change["changes"][number]["newValue"];

/** A value of the history as a reader understands it; nothing gives the empty text. */
export function shownValue(field: string, value: Value): string {
  if (value === null || value === "") return "";
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (typeof value === "number") return formatNumber(value);
  if (Array.isArray(value)) return value.map((one) => choiceWord(field, one)).join(", ");
  const word = choiceWord(field, value);
  if (word !== value) return word;
  if (field === "iban") return value.replaceAll(/\s/g, "").replaceAll(/(.{4})(?=.)/g, "$1 ");
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return formatDateTime(value);
  return value;
}
