import { formatDate, formatNumber, wallClock } from "#platform/web/format/format.ts";
import { WEEKDAYS, type RuleDay, type Weekday } from "../../recurrence-rule.ts";
import { parseRule, type Frequency, type Rule } from "./rule.ts";

export const WEEKDAY_NAMES: Record<Weekday, string> = {
  MO: "Montag",
  TU: "Dienstag",
  WE: "Mittwoch",
  TH: "Donnerstag",
  FR: "Freitag",
  SA: "Samstag",
  SU: "Sonntag",
};

export const MONTH_NAMES = [
  "Januar",
  "Februar",
  "März",
  "April",
  "Mai",
  "Juni",
  "Juli",
  "August",
  "September",
  "Oktober",
  "November",
  "Dezember",
] as const;

const EVERY: Record<Frequency, [one: string, many: string]> = {
  SECONDLY: ["Jede Sekunde", "Sekunden"],
  MINUTELY: ["Jede Minute", "Minuten"],
  HOURLY: ["Jede Stunde", "Stunden"],
  DAILY: ["Jeden Tag", "Tage"],
  WEEKLY: ["Jede Woche", "Wochen"],
  MONTHLY: ["Jeden Monat", "Monate"],
  YEARLY: ["Jedes Jahr", "Jahre"],
};

/**
 * Any recurrence rule as a German sentence: `Jeden Monat am 2. Samstag, bis 31.12.2027`.
 * `start` (`YYYY-MM-DD`) completes what the rule leaves to the first date; without it those words
 * are left out.
 */
export function ruleSentence(text: string, start?: string): string {
  const rule = parseRule(text);
  if (!rule) return `Nach eigener Regel (${text})`;
  const sentence = [everyWords(rule), whenWords(rule, start)]
    .filter((words) => words !== "")
    .join(" ");
  return [sentence, choiceWords(rule), ...otherWords(rule), endWords(rule)]
    .filter((words) => words !== "")
    .join(", ");
}

function everyWords({ frequency, interval }: Rule): string {
  const [one, many] = EVERY[frequency];
  return interval === 1 ? one : `Alle ${formatNumber(interval)} ${many}`;
}

function whenWords(rule: Rule, start: string | undefined): string {
  const inMonths = rule.byMonth.length === 0 ? "" : `im ${listed(rule.byMonth.map(monthName))}`;
  const days = dayWords(rule);
  if (days !== "" || inMonths !== "") {
    // A yearly rule of one date reads as that date: am 24. Dezember.
    if (
      rule.frequency === "YEARLY" &&
      rule.byMonth.length === 1 &&
      rule.byDay.length === 0 &&
      rule.byMonthDay.every((day) => day > 0) &&
      days !== ""
    ) {
      return `${days} ${monthName(rule.byMonth[0] ?? 0)}`;
    }
    if (rule.frequency === "YEARLY" && inMonths !== "" && days === "" && start !== undefined)
      return `am ${dayOf(start)}. ${inMonths}`;
    return [days, inMonths].filter((words) => words !== "").join(" ");
  }
  if (start === undefined || Object.keys(rule.other).some((name) => name.startsWith("BY")))
    return "";
  if (rule.frequency === "WEEKLY") return `am ${weekdayOf(start)}`;
  if (rule.frequency === "MONTHLY") return `am ${dayOf(start)}.`;
  if (rule.frequency === "YEARLY")
    return `am ${dayOf(start)}. ${monthName(Number(start.slice(5, 7)))}`;
  return "";
}

function dayWords({ byDay, byMonthDay }: Rule): string {
  const dates = byMonthDay.length === 0 ? "" : `am ${listed(byMonthDay.map(monthDayName))}`;
  if (byDay.length === 0) return dates;
  const weekdays = weekdayWords(byDay);
  return dates === ""
    ? weekdays
    : `${dates}, wenn es ein ${listed(
        sorted(byDay).map((day) => WEEKDAY_NAMES[day.weekday]),
        "oder",
      )} ist`;
}

function weekdayWords(byDay: readonly RuleDay[]): string {
  const plain = new Set(byDay.filter((day) => day.ordinal === 0).map((day) => day.weekday));
  const ordinals = byDay
    .filter((day) => day.ordinal !== 0)
    .map((day) => `${ordinalName(day.ordinal)} ${WEEKDAY_NAMES[day.weekday]}`);
  if (ordinals.length === 0) {
    if (plain.size === 7) return "an jedem Wochentag";
    if (plain.size === 5 && !plain.has("SA") && !plain.has("SU")) return "von Montag bis Freitag";
  }
  return `am ${listed([...sorted(byDay.filter((day) => day.ordinal === 0)).map((day) => WEEKDAY_NAMES[day.weekday]), ...ordinals])}`;
}

function choiceWords({ bySetPos }: Rule): string {
  if (bySetPos.length === 0) return "";
  return `davon nur der ${listed(bySetPos.map((position) => ordinalName(position).replace(/n$/, "")))}`;
}

const OTHER_WORDS: Record<string, (values: string) => string> = {
  BYWEEKNO: (values) => `in Kalenderwoche ${values}`,
  BYYEARDAY: (values) => `am ${values}. Tag des Jahres`,
  BYHOUR: (values) => `um ${values} Uhr`,
  BYMINUTE: (values) => `zur Minute ${values}`,
  BYSECOND: (values) => `zur Sekunde ${values}`,
};

function otherWords({ other }: Rule): string[] {
  return Object.entries(other).map(
    ([name, values]) => OTHER_WORDS[name]?.(values.split(",").join(" und ")) ?? "",
  );
}

function endWords({ count, until }: Rule): string {
  if (count !== null) return `${formatNumber(count)}-mal`;
  if (until === null) return "";
  return `bis ${formatDate(untilDate(until))}`;
}

/** The last day on the club's clock: `20271231` or `20271231T225959Z` → `2027-12-31`. */
export function untilDate(until: string): string {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(until);
  if (!match) return "";
  const [, year, month, day, hour, minute, second, utc] = match;
  const date = `${year}-${month}-${day}`;
  return utc === "Z" ? (wallClock(`${date}T${hour}:${minute}:${second}Z`)?.date ?? date) : date;
}

export function ordinalName(ordinal: number): string {
  if (ordinal > 0) return `${ordinal}.`;
  if (ordinal === -1) return "letzten";
  if (ordinal === -2) return "vorletzten";
  return ordinal === -3 ? "drittletzten" : `${-ordinal}.-letzten`;
}

function monthDayName(day: number): string {
  return day > 0 ? `${day}.` : `${ordinalName(day)} Tag des Monats`;
}

function monthName(month: number): string {
  return MONTH_NAMES[month - 1] ?? "";
}

function dayOf(date: string): number {
  return Number(date.slice(8, 10));
}

/** `2026-12-24` → `Donnerstag`. */
export function weekdayOf(date: string): string {
  return WEEKDAY_NAMES[weekdayCode(date)];
}

/** `2026-12-24` → `TH`. */
export function weekdayCode(date: string): Weekday {
  return WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? "MO";
}

function sorted(days: readonly RuleDay[]): RuleDay[] {
  return days.toSorted((a, b) => WEEKDAYS.indexOf(a.weekday) - WEEKDAYS.indexOf(b.weekday));
}

/** `["1.", "15."]` → `1. und 15.` */
function listed(words: readonly string[], conjunction = "und"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
