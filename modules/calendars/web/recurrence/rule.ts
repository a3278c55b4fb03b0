import {
  readDay,
  readRule,
  type RuleDay,
  type RuleParts,
  writeDay,
  writeRule,
} from "../../recurrence-rule.ts";

export const FREQUENCIES = [
  "SECONDLY",
  "MINUTELY",
  "HOURLY",
  "DAILY",
  "WEEKLY",
  "MONTHLY",
  "YEARLY",
] as const;

export type Frequency = (typeof FREQUENCIES)[number];

export interface Rule {
  frequency: Frequency;
  interval: number;
  count: number | null;
  /** As written in the rule: `20271231` or `20271231T225959Z`. */
  until: string | null;
  byDay: RuleDay[];
  byMonthDay: number[];
  byMonth: number[];
  bySetPos: number[];
  /** Parts that pages only pass on (BYWEEKNO, BYYEARDAY, BYHOUR …, WKST), by name. */
  other: Record<string, string>;
}

/** Returns what pages know of a rule's text; null for what is no rule. */
export function parseRule(text: string): Rule | null {
  const parts = readRule(text);
  const frequency = FREQUENCIES.find((one) => one === parts?.get("FREQ"));
  if (!parts || !frequency) return null;
  const days = entries(parts, "BYDAY").map(readDay);
  const rule = {
    frequency,
    interval: Number(parts.get("INTERVAL") ?? "1"),
    count: parts.has("COUNT") ? Number(parts.get("COUNT")) : null,
    until: parts.get("UNTIL") ?? null,
    byDay: days.filter((day) => day !== null),
    byMonthDay: entries(parts, "BYMONTHDAY").map(Number),
    byMonth: entries(parts, "BYMONTH").map(Number),
    bySetPos: entries(parts, "BYSETPOS").map(Number),
    other: Object.fromEntries([...parts].filter(([name]) => !KNOWN.has(name))),
  };
  const numbers = [rule.interval, rule.count ?? 1, ...rule.byMonthDay, ...rule.byMonth];
  const isWhole = [...numbers, ...rule.bySetPos].every(Number.isInteger);
  return isWhole && rule.interval >= 1 && !days.includes(null) ? rule : null;
}

const KNOWN = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "BYDAY",
  "BYMONTHDAY",
  "BYMONTH",
  "BYSETPOS",
]);

/** Returns the rule's text without `RRULE:`. */
export function ruleText(rule: Rule): string {
  const parts: (readonly [name: string, value: string])[] = [
    ["FREQ", rule.frequency],
    ["INTERVAL", rule.interval > 1 ? String(rule.interval) : ""],
    ["BYMONTH", rule.byMonth.join(",")],
    ["BYMONTHDAY", rule.byMonthDay.join(",")],
    ["BYDAY", rule.byDay.map(writeDay).join(",")],
    ...Object.entries(rule.other),
    ["BYSETPOS", rule.bySetPos.join(",")],
    ["COUNT", rule.count === null ? "" : String(rule.count)],
    ["UNTIL", rule.until ?? ""],
  ];
  return writeRule(new Map(parts.filter(([, value]) => value !== "")));
}

function entries(parts: RuleParts, name: string): string[] {
  const value = parts.get(name) ?? "";
  return value === "" ? [] : value.split(",");
}
