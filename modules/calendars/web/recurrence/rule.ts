/** A recurrence rule of RFC 5545 in parts, as far as pages read and write one. */
export const FREQUENCIES = [
  "SECONDLY",
  "MINUTELY",
  "HOURLY",
  "DAILY",
  "WEEKLY",
  "MONTHLY",
  "YEARLY",
] as const;
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export type Frequency = (typeof FREQUENCIES)[number];
export type Weekday = (typeof WEEKDAYS)[number];

/** `2SA` = the second Saturday, `-1FR` = the last Friday; 0 = every one. */
export interface RuleDay {
  ordinal: number;
  weekday: Weekday;
}

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

/** Reads `FREQ=WEEKLY;BYDAY=MO,WE` (with or without `RRULE:`); what is no rule → null. */
export function parseRule(text: string): Rule | null {
  const parts = new Map(
    text
      .trim()
      .replace(/^RRULE:/i, "")
      .split(";")
      .filter((part) => part !== "")
      .map((part): [string, string] => {
        const [name = "", value = ""] = part.split("=");
        return [name.trim().toUpperCase(), value.trim().toUpperCase()];
      }),
  );
  const frequency = FREQUENCIES.find((one) => one === parts.get("FREQ"));
  const byDay = listOf(parts.get("BYDAY")).map(parseDay);
  const numbers = (name: string) => listOf(parts.get(name)).map(Number);
  const rule = {
    interval: Number(parts.get("INTERVAL") ?? "1"),
    count: parts.has("COUNT") ? Number(parts.get("COUNT")) : null,
    until: parts.get("UNTIL") ?? null,
    byMonthDay: numbers("BYMONTHDAY"),
    byMonth: numbers("BYMONTH"),
    bySetPos: numbers("BYSETPOS"),
  };
  const every = [
    rule.interval,
    rule.count ?? 1,
    ...rule.byMonthDay,
    ...rule.byMonth,
    ...rule.bySetPos,
  ];
  if (
    !frequency ||
    byDay.includes(null) ||
    every.some((one) => !Number.isInteger(one)) ||
    rule.interval < 1
  )
    return null;
  const known = new Set([
    "FREQ",
    "INTERVAL",
    "COUNT",
    "UNTIL",
    "BYDAY",
    "BYMONTHDAY",
    "BYMONTH",
    "BYSETPOS",
  ]);
  return {
    ...rule,
    frequency,
    byDay: byDay.filter((day) => day !== null),
    other: Object.fromEntries([...parts].filter(([name]) => !known.has(name))),
  };
}

/** The rule's text without `RRULE:`. */
export function ruleText(rule: Rule): string {
  const parts = [
    `FREQ=${rule.frequency}`,
    rule.interval > 1 && `INTERVAL=${rule.interval}`,
    rule.byMonth.length > 0 && `BYMONTH=${rule.byMonth.join(",")}`,
    rule.byMonthDay.length > 0 && `BYMONTHDAY=${rule.byMonthDay.join(",")}`,
    rule.byDay.length > 0 &&
      `BYDAY=${rule.byDay.map(({ ordinal, weekday }) => `${ordinal === 0 ? "" : ordinal}${weekday}`).join(",")}`,
    ...Object.entries(rule.other).map(([name, value]) => `${name}=${value}`),
    rule.bySetPos.length > 0 && `BYSETPOS=${rule.bySetPos.join(",")}`,
    rule.count !== null && `COUNT=${rule.count}`,
    rule.until !== null && `UNTIL=${rule.until}`,
  ];
  return parts.filter((part) => part !== false).join(";");
}

function listOf(value: string | undefined): string[] {
  return value === undefined || value === "" ? [] : value.split(",");
}

function parseDay(text: string): RuleDay | null {
  const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text);
  const weekday = WEEKDAYS.find((one) => one === match?.[2]);
  return weekday ? { ordinal: Number(match?.[1] ?? "0"), weekday } : null;
}
