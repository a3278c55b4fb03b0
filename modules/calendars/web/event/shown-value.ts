import { formatDate } from "#platform/web/format/format.ts";
import type { Calendar } from "../../contract.ts";
import { ruleOfValues, type RecurrenceValues } from "../recurrence/recurrence-values.ts";
import { ruleSentence } from "../recurrence/rule-sentence.ts";

/** A value of the form as a reader understands it, for the choice after a conflict. */
export function shownValue(
  field: string,
  value: unknown,
  calendars: readonly Calendar[],
  start: string | undefined,
): string {
  if (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  )
    return "leer";
  if (field === "calendarId")
    return calendars.find((one) => one.id === value)?.name ?? "ein anderer Kalender";
  if (field === "recurrence") {
    const rule = ruleOfValues(value as RecurrenceValues, start ?? "", false);
    return rule === null ? "einmalig" : ruleSentence(rule, start);
  }
  if (Array.isArray(value)) return value.map((one) => formatDate(String(one))).join(", ");
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (field.endsWith("Date")) return formatDate(String(value));
  return field.endsWith("Time") ? `${String(value)} Uhr` : String(value);
}
