import { EVERYBODY_READS, type Grant, type GrantLine } from "#modules/grants/contract.ts";
import { grantLinesOf, grantsSentence } from "#modules/grants/web/public.ts";
import { CALENDAR_COLOR_LABELS, CALENDAR_COLORS, type Calendar } from "../contract.ts";

/** The writable fields of a calendar as its form holds them. */
export interface CalendarValues extends Record<string, unknown> {
  name: string;
  color: string;
  grants: GrantLine[];
}

export const CALENDAR_FIELD_LABELS = { name: "Name", color: "Farbe", grants: "Zugriff" } as const;

export const NEW_CALENDAR: CalendarValues = { name: "", color: "GREEN", grants: EVERYBODY_READS };

export function valuesOf(calendar: Calendar): CalendarValues {
  return {
    name: calendar.name,
    color: knownColor(calendar.color),
    grants: grantLinesOf(calendar.grants ?? []),
  };
}

/** A value of the form as a reader understands it, for the choice after a conflict. */
export function shownValue(known: readonly Grant[], field: string, value: unknown): string {
  if (field === "color") return CALENDAR_COLOR_LABELS[knownColor(String(value))];
  if (field !== "grants") return String(value);
  const named = (value as GrantLine[]).map((line) => ({
    ...line,
    name:
      known.find((one) => one.subject === line.subject && one.id === line.id)?.name ??
      "neu gewählt",
  }));
  return grantsSentence(named);
}

/** Specification: any other value is shown as yellow. */
function knownColor(color: string): (typeof CALENDAR_COLORS)[number] {
  return CALENDAR_COLORS.find((one) => one === color) ?? "YELLOW";
}
