import { LRUCache } from "lru-cache";
import { WEEKDAYS } from "../../recurrence-rule.ts";

/** jCal (RFC 7265), as ical.js turns it into text: name, properties, components inside. */
export type JCal = [name: string, properties: JCalProperty[], components: JCal[]];
export type JCalProperty = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  ...values: unknown[],
];

interface Transition {
  moment: Temporal.Instant;
  /** Nanoseconds east of Greenwich before and after it. */
  from: number;
  to: number;
  /** The wall clock that is put forward or back. */
  wall: Temporal.PlainDateTime;
}

interface YearlyRule {
  month: number;
  /** 1 to 4, or -1 for the last one. */
  week: number;
  /** 1 = Monday. */
  weekday: number;
  time: string;
}

/** How far the rule of a zone is looked at; beyond it the rule goes on. */
const HORIZON = Temporal.PlainDate.from("2037-12-31");

const cache = new LRUCache<string, JCal>({ max: 200 });

/**
 * The VTIMEZONE of a zone, right from the beginning of that year on and for ever as the rules stand
 * today.
 */
export function vtimezone(timeZone: string, fromYear: number): JCal {
  const year = Math.max(1900, Math.min(fromYear, 2036));
  const key = `${timeZone} ${year}`;
  let known = cache.get(key);
  if (known === undefined) {
    known = build(timeZone, year);
    cache.set(key, known);
  }
  return known;
}

function build(timeZone: string, year: number): JCal {
  const start = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(timeZone);
  const transitions = transitionsOf(start);
  // What holds when the first year begins, as a change from itself.
  const observances = [
    observance(
      [
        {
          moment: start.toInstant(),
          from: start.offsetNanoseconds,
          to: start.offsetNanoseconds,
          wall: start.toPlainDateTime(),
        },
      ],
      null,
      timeZone,
    ),
  ];
  const { single, yearly } = groups(transitions);
  for (const transition of single) observances.push(observance([transition], null, timeZone));
  for (const group of yearly) observances.push(observance(group.transitions, group.rule, timeZone));
  return ["vtimezone", [["tzid", {}, "text", timeZone]], observances];
}

function transitionsOf(start: Temporal.ZonedDateTime): Transition[] {
  const found: Transition[] = [];
  for (
    let at = start.getTimeZoneTransition("next");
    at !== null;
    at = at.getTimeZoneTransition("next")
  ) {
    if (Temporal.PlainDate.compare(at.toPlainDate(), HORIZON) > 0) break;
    const before = at.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    if (before === at.offsetNanoseconds) continue;
    const wall = at
      .toInstant()
      .toZonedDateTimeISO("UTC")
      .add({ nanoseconds: before })
      .toPlainDateTime();
    found.push({ moment: at.toInstant(), from: before, to: at.offsetNanoseconds, wall });
  }
  return found;
}

/**
 * Parts the transitions into those of the rule that still holds, one group for each offset, and the
 * ones before it.
 */
function groups(transitions: readonly Transition[]): {
  single: Transition[];
  yearly: { transitions: Transition[]; rule: YearlyRule }[];
} {
  const last = transitions.slice(-2);
  const goesOn = last.length === 2 && last.every(({ wall }) => wall.year === HORIZON.year);
  if (!goesOn) return { single: [...transitions], yearly: [] };
  const yearly: { transitions: Transition[]; rule: YearlyRule }[] = [];
  const single = new Set(transitions);
  for (const pattern of last) {
    const same = transitions.filter(({ from, to }) => from === pattern.from && to === pattern.to);
    const best = rulesFor(pattern.wall)
      .map((rule) => ({ rule, transitions: trailing(same, rule) }))
      .toSorted((a, b) => b.transitions.length - a.transitions.length)[0];
    if (best === undefined || best.transitions.length < 2)
      return { single: [...transitions], yearly: [] };
    for (const transition of best.transitions) single.delete(transition);
    yearly.push(best);
  }
  return { single: [...single], yearly };
}

/** The rules that a day fits: the third Sunday, and also the last one where it is. */
function rulesFor(wall: Temporal.PlainDateTime): YearlyRule[] {
  const common = {
    month: wall.month,
    weekday: wall.dayOfWeek,
    time: wall.toPlainTime().toString(),
  };
  const week = Math.ceil(wall.day / 7);
  const isLast = wall.day + 7 > wall.daysInMonth;
  return [...(week < 5 ? [{ ...common, week }] : []), ...(isLast ? [{ ...common, week: -1 }] : [])];
}

/** The transitions from the end backwards that follow the rule year by year. */
function trailing(same: readonly Transition[], rule: YearlyRule): Transition[] {
  const kept: Transition[] = [];
  for (const transition of same.toReversed()) {
    const { wall } = transition;
    const fits = rulesFor(wall).some((other) => JSON.stringify(other) === JSON.stringify(rule));
    const next = kept[0];
    if (!fits || (next !== undefined && next.wall.year !== wall.year + 1)) break;
    kept.unshift(transition);
  }
  return kept;
}

function observance(
  transitions: readonly Transition[],
  rule: YearlyRule | null,
  timeZone: string,
): JCal {
  const [first] = transitions;
  if (first === undefined) throw new Error("an observance begins with a transition");
  const inside = first.moment.add({ hours: 1 }).toZonedDateTimeISO(timeZone);
  const properties: JCalProperty[] = [
    ["dtstart", {}, "date-time", first.wall.toString({ smallestUnit: "second" })],
    ["tzoffsetfrom", {}, "utc-offset", offset(first.from)],
    ["tzoffsetto", {}, "utc-offset", offset(first.to)],
    ["tzname", {}, "text", shortName(inside)],
  ];
  if (rule !== null) {
    properties.push([
      "rrule",
      {},
      "recur",
      { freq: "YEARLY", bymonth: rule.month, byday: `${rule.week}${WEEKDAYS[rule.weekday - 1]}` },
    ]);
  }
  return [isDaylight(inside) ? "daylight" : "standard", properties, []];
}

/** Summer time is the larger of the year's offsets. */
function isDaylight(at: Temporal.ZonedDateTime): boolean {
  const smallest = Math.min(...[0, 3, 6, 9].map((months) => at.add({ months }).offsetNanoseconds));
  return at.offsetNanoseconds > smallest;
}

function shortName(at: Temporal.ZonedDateTime): string {
  const parts = new Intl.DateTimeFormat("de", {
    timeZone: at.timeZoneId,
    timeZoneName: "short",
  }).formatToParts(at.epochMilliseconds);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? at.offset;
}

/** `+01:00`, with seconds where history has them. */
function offset(nanoseconds: number): string {
  const seconds = Math.abs(Math.round(nanoseconds / 1e9));
  const two = (value: number) => String(value).padStart(2, "0");
  const text = `${nanoseconds < 0 ? "-" : "+"}${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
  return seconds % 60 === 0 ? text : `${text}:${two(seconds % 60)}`;
}
