import type { TableCell } from "#platform/server/documents/table.ts";

/**
 * Days and times as German tables have them. All functions answer undefined for what they don't
 * understand.
 */

export interface CellTime {
  hour: number;
  minute: number;
}

/** What a cell says: a day or several, a time or a span of times, or both. */
export interface CellMoments {
  day?: Temporal.PlainDate;
  lastDay?: Temporal.PlainDate;
  time?: CellTime;
  endTime?: CellTime;
  allDay?: true;
  /** The year was not given. */
  yearGuessed?: true;
}

/** A day that is written but does not exist. */
export class ImpossibleDay extends Error {}

const MONTHS = ["jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"];
const MONTH =
  "(?:jan(?:uar)?|jän(?:ner)?|feb(?:ruar)?|mär(?:z)?|maerz|mrz|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)";
const DASH = "\\s*(?:-|–|—|bis(?:\\s+zum)?|/|\\+|und|&)\\s*";
const WEEKDAY =
  /\b(?:mo|di|mi|do|fr|sa|so)(?:\.|\b)|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)s?\b/giu;
const DATE = `(\\d{1,2})\\.\\s*(?:(\\d{1,2})\\.|(${MONTH})\\.?)\\s*(\\d{4}|\\d{2}(?!\\d|\\s*[:.]\\d|\\s*uhr))?`;
const SINGLE = new RegExp(`^${DATE}`, "iu");
const RANGE = new RegExp(
  `^(\\d{1,2})\\.(?:\\s*(?:(\\d{1,2})\\.|(${MONTH})\\.?)\\s*(\\d{4}|\\d{2}(?!\\d))?)?${DASH}${DATE}`,
  "iu",
);
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/;
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/;
const TIME = "(\\d{1,2})(?:[:.](\\d{2}))?(?::\\d{2})?\\s*(?:uhr|h\\b)?";
const TIMES = new RegExp(
  `^(?:ab|um|von|ca\\.?|gegen)?\\s*${TIME}(?:\\s*(?:-|–|—|bis(?:\\s+ca\\.?)?)\\s*${TIME})?$`,
  "iu",
);
const AMERICAN_TIME = /\b(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*([ap])\.?m\b\.?/giu;

/** Excel's day 0 in its usual date system. */
const EXCEL_DAY_ZERO = Temporal.PlainDate.from("1899-12-30");

export function momentsOf(cell: TableCell, today: Temporal.PlainDate): CellMoments | undefined {
  if (cell === null || typeof cell === "boolean") return undefined;
  if (cell instanceof Date) return ofDate(cell);
  if (typeof cell === "number") return ofNumber(cell);
  const text = cell.trim();
  if (/^\d{5}(?:[.,]\d+)?$|^0[.,]\d+$/.test(text)) return ofNumber(Number(text.replace(",", ".")));
  return ofText(text, today);
}

/** `ja`, `x`, `WAHR`, Outlook's `Ein` … */
export function isYes(cell: TableCell): boolean {
  if (typeof cell === "boolean") return cell;
  return /^(?:ja|j|x|wahr|true|1|yes|y|ein|on|ganztägig|ganztags)$/iu.test(
    String(cell ?? "").trim(),
  );
}

function ofDate(value: Date): CellMoments {
  const wall = Temporal.Instant.fromEpochMilliseconds(
    Math.round(value.getTime() / 60_000) * 60_000,
  ).toZonedDateTimeISO("UTC");
  const time = { hour: wall.hour, minute: wall.minute };
  // A time alone stands on the first day of Excel's reckoning: of Windows, or of old Macs.
  const isTimeAlone =
    wall.year < 1901 ||
    (wall.toPlainDate().toString() === "1904-01-01" && wall.hour + wall.minute > 0);
  if (isTimeAlone) return { time };
  return { day: wall.toPlainDate(), ...(wall.hour === 0 && wall.minute === 0 ? {} : { time }) };
}

function ofNumber(value: number): CellMoments | undefined {
  if (!(value >= 0 && value < 80_000) || (value >= 1 && value < 20_000)) return undefined;
  const minutes = Math.round((value % 1) * 1440);
  const time = { hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 };
  if (value < 1) return { time };
  return {
    day: EXCEL_DAY_ZERO.add({ days: Math.floor(value) }),
    ...(minutes === 0 ? {} : { time }),
  };
}

function ofText(original: string, today: Temporal.PlainDate): CellMoments | undefined {
  const text = original
    .replace(/\u00a0/g, " ")
    .replace(WEEKDAY, " ")
    .replace(/^[\s,–-]+/, "")
    .replace(/\s+/g, " ")
    .replace(/ ([,.])/g, "$1")
    .trim();
  if (/^ganz(?:tägig|tags|en tag)$/iu.test(text)) return { allDay: true };
  const dated = days(text.replace(new RegExp(`${DASH}[\\s,]+(?=\\d)`, "u"), "–"), today);
  if (dated === undefined) return times(text);
  const rest = dated.rest.replace(/^[\s,;|]+/, "").trim();
  if (rest === "") return dated.found;
  if (/^ganz(?:tägig|tags)$/iu.test(rest)) return { ...dated.found, allDay: true };
  const found = times(rest);
  return found === undefined ? undefined : { ...dated.found, ...found };
}

function days(
  text: string,
  today: Temporal.PlainDate,
): { found: CellMoments; rest: string } | undefined {
  const iso = ISO.exec(text);
  if (iso !== null)
    return { found: { day: dayOf(iso[1], iso[2], iso[3], text) }, rest: text.slice(iso[0].length) };
  const american = AMERICAN.exec(text);
  // Google writes months first; a day that can be no month settles it.
  if (american !== null)
    return {
      found: { day: dayOf(american[3], american[1], american[2], text) },
      rest: text.slice(american[0].length),
    };
  const range = RANGE.exec(text);
  if (range !== null) {
    const [
      whole,
      firstDay,
      firstMonth,
      firstName,
      firstYear,
      lastDay,
      lastMonth,
      lastName,
      lastYear,
    ] = range;
    const last = withYear(lastDay, monthNumber(lastMonth, lastName), lastYear, today, text);
    const month = monthNumber(firstMonth, firstName) ?? String(last.day.month);
    const year =
      firstYear ?? String(Number(month) > last.day.month ? last.day.year - 1 : last.day.year);
    const first = withYear(firstDay, month, year, today, text);
    return {
      found: { day: first.day, lastDay: last.day, ...(last.guessed ? { yearGuessed: true } : {}) },
      rest: text.slice(whole.length),
    };
  }
  const single = SINGLE.exec(text);
  if (single === null) return undefined;
  const [whole, day, month, name, year] = single;
  const { day: found, guessed } = withYear(day, monthNumber(month, name), year, today, text);
  return {
    found: { day: found, ...(guessed ? { yearGuessed: true } : {}) },
    rest: text.slice(whole.length),
  };
}

function monthNumber(number: string | undefined, name: string | undefined): string | undefined {
  if (number !== undefined) return number;
  if (name === undefined) return undefined;
  const start = name
    .toLowerCase()
    .replace(/^maerz|^mrz/, "mär")
    .replace("jän", "jan")
    .slice(0, 3);
  return String(MONTHS.indexOf(start) + 1);
}

/** Without a year it is the next such day. */
function withYear(
  day: string | undefined,
  month: string | undefined,
  year: string | undefined,
  today: Temporal.PlainDate,
  text: string,
) {
  if (year !== undefined)
    return { day: dayOf(year.length === 2 ? `20${year}` : year, month, day, text), guessed: false };
  const thisYear = dayOf(String(today.year), month, day, text);
  const isPast = Temporal.PlainDate.compare(thisYear, today) < 0;
  return {
    day: isPast ? dayOf(String(today.year + 1), month, day, text) : thisYear,
    guessed: true,
  };
}

function dayOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  text: string,
): Temporal.PlainDate {
  try {
    const date = Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: "reject" },
    );
    if (date.year >= 1800 && date.year <= 2200) return date;
  } catch {
    // Said below.
  }
  throw new ImpossibleDay(text.slice(0, 60));
}

function times(text: string): CellMoments | undefined {
  const [whole, hour, minute, endHour, endMinute] =
    TIMES.exec(text.replace(AMERICAN_TIME, ofTwentyFour)) ?? [];
  if (whole === undefined) return undefined;
  const time = timeOf(hour, minute);
  if (time === undefined) return undefined;
  if (endHour === undefined) return { time };
  const endTime = timeOf(endHour, endMinute);
  return endTime === undefined ? undefined : { time, endTime };
}

/** Google and Outlook in English: 12 AM is midnight, 12 PM noon. */
function ofTwentyFour(
  whole: string,
  hour: string,
  minute: string | undefined,
  half: string,
): string {
  if (Number(hour) < 1 || Number(hour) > 12) return whole;
  return `${(Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0)}:${minute ?? "00"}`;
}

/** 24:00 is the midnight after. */
function timeOf(hour: string | undefined, minute: string | undefined): CellTime | undefined {
  const time = { hour: Number(hour), minute: Number(minute ?? 0) };
  return time.hour > 24 || time.minute > 59 || (time.hour === 24 && time.minute > 0)
    ? undefined
    : time;
}
