/**
 * The text of a recurrence rule (RFC 5545, `RRULE`), read and written in one place for server and
 * pages. What its parts mean is rrule-temporal's business on the server, and `web/recurrence`'s in
 * forms and sentences.
 */

/** Names and values of a rule, in capitals, in the order in which they were written. */
export type RuleParts = Map<string, string>;

/** Monday first, as RFC 5545 writes them. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `2SA` is the second Saturday, `-1FR` the last Friday; ordinal 0 is every one. */
export interface RuleDay {
  ordinal: number;
  weekday: Weekday;
}

/**
 * Returns the parts of `FREQ=WEEKLY;BYDAY=MO`, with or without `RRULE:` in front, in small letters
 * and with spaces; null for a text that is not made of them or names one of them twice.
 */
export function readRule(text: string): RuleParts | null {
  const parts: RuleParts = new Map();
  const compact = text.replaceAll(/\s+/g, "").toUpperCase();
  for (const part of compact.replace(/^RRULE:/, "").split(";")) {
    if (part === "") continue;
    const [name = "", value = "", ...more] = part.split("=");
    if (name === "" || more.length > 0 || parts.has(name)) return null;
    parts.set(name, value);
  }
  return parts;
}

/** Returns the rule's text without `RRULE:`. */
export function writeRule(parts: RuleParts): string {
  return [...parts].map(([name, value]) => `${name}=${value}`).join(";");
}

const DAY = /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/;

/** Returns one entry of `BYDAY`; null for what is none. */
export function readDay(text: string): RuleDay | null {
  const match = DAY.exec(text);
  const weekday = WEEKDAYS.find((one) => one === match?.[2]);
  return weekday === undefined ? null : { ordinal: Number(match?.[1] ?? "0"), weekday };
}

export function writeDay({ ordinal, weekday }: RuleDay): string {
  return `${ordinal === 0 ? "" : ordinal}${weekday}`;
}
