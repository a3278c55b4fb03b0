import { remembered } from "./remembered.ts";
import { MONTH, monthNumber, WEEKDAY, weekdayNumber } from "./date-words.ts";

/** A day as written; what is missing comes from what is around it. */
export interface WrittenDay {
  day: number;
  /** 1–12. */
  month: number | null;
  year: number | null;
  /** 1 (Monday) – 7. */
  weekday: number | null;
}

/**
 * One or more days that belong together in the text: "29.–31. Mai", "8., 15. und 22. Juni",
 * "17./18."
 */
export interface DateExpression {
  /** Place in the text, end exclusive. */
  from: number;
  to: number;
  days: WrittenDay[];
  /** PAIR: joined by "/", "&", "und"; LIST: more than two such. */
  form: "SINGLE" | "RANGE" | "PAIR" | "LIST";
}

const GLUE = /^(?:\s*(?:,|\.)?\s*(?:dem|den|der)?\s*)/iu;
const WEEKDAYS_FIRST = new RegExp(`^(?:(${WEEKDAY})\\s*(?:[/+&,–—-]|und|bis|auf)?\\s*)`, "iu");
const WEEKDAY_HERE = new RegExp(`^(${WEEKDAY})`, "iu");
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const NUMERIC =
  /^(\d{1,2})\s?[./]\s?(\d{1,2})(?:\s?[./]\s?(\d{4}|\d{2})(?!\d|[.:]\d|\s?uhr|\s?[–—-]\s?\d{1,2}(?:[.:]\d\d)?\s?(?:uhr|h)(?!\p{L}))|\.(?!\d)|,(?=\s?\((?:mo|di|mi|do|fr|sa|so)\))|(?=\s?[–—-]\s?\d{1,2}\.\d{1,2}\.))/iu;
/** "15.03" without the last dot, only after a weekday. */
const NUMERIC_BARE = /^(\d{1,2})\.(\d{1,2})(?![\d.:]|\s?(?:uhr|h\b)|\s?[–—-]\s?\d)/iu;
const NAMED = new RegExp(
  `^(\\d{1,2})\\s?[.,]?\\s?(${MONTH})(?:\\s?,?\\s?(1[89]\\d\\d|20\\d\\d|[’'‘]\\d\\d)(?!\\d))?`,
  "iu",
);
const DAY_DOT = /^(\d{1,2})\.(?!\d)/;
/** "3 – 5. Juli": the first number may lack its dot. */
const DAY_BARE = /^(\d{1,2})(?=\s?(?:[–—/&+-]|und|bis)\s?\d{1,2}\.)/iu;
const CONNECTOR =
  /^\s*(?:(–|—|-|‐|−|bis(?:\s+(?:zum|einschließlich|einschl\.|inkl\.))?)|(\/|&|\+|und|sowie|u\.)|(,))\s*/iu;

/** The same texts are looked at again and again while a page is tried to be understood. */
const known = remembered<readonly DateExpression[]>();

interface Element extends WrittenDay {
  length: number;
}

/**
 * Every date in the text. Days without a month count only where `monthAround` is true, at the
 * beginning of the text.
 */
export function findDates(text: string, { monthAround = false } = {}): readonly DateExpression[] {
  return known(`${monthAround ? 1 : 0}${text}`, () => datesIn(text, monthAround));
}

function datesIn(text: string, monthAround: boolean): DateExpression[] {
  const found: DateExpression[] = [];
  let position = 0;
  while (position < text.length) {
    const before = text[position - 1];
    const atBoundary =
      before === undefined ||
      !/[\p{L}\d]/u.test(text.slice(0, position)) ||
      !/[\p{L}\d.,:§]/u.test(before) ||
      (before === "," && !/\d/.test(text[position - 2] ?? ""));
    const starts = atBoundary && /[\p{L}\d]/u.test(text[position] ?? "");
    const expression = starts
      ? expressionAt(text, position, monthAround && text.slice(0, position).trim().length === 0)
      : null;
    if (expression === null) {
      position++;
    } else {
      found.push(expression);
      position = expression.to;
    }
  }
  return found;
}

function expressionAt(text: string, from: number, dayAlone: boolean): DateExpression | null {
  let position = from;
  const weekdays: number[] = [];
  // "Sa/So 28./29. November", "Freitag bis Sonntag, 3. bis 5. Juli"
  for (
    let match = WEEKDAYS_FIRST.exec(text.slice(position));
    match !== null;
    match = WEEKDAYS_FIRST.exec(text.slice(position))
  ) {
    const number = weekdayNumber(match[1] ?? "");
    if (number === undefined) break;
    weekdays.push(number);
    position += match[0].length;
  }
  if (weekdays.length > 0) position += GLUE.exec(text.slice(position))?.[0].length ?? 0;
  const elements: Element[] = [];
  const joints: ("TO" | "AND" | "COMMA")[] = [];
  let end = position;
  for (;;) {
    const own = elements.length > 0 ? weekdayBefore(text, position) : null;
    const element = elementAt(
      text,
      position + (own?.length ?? 0),
      weekdays.length > 0 || own !== null,
    );
    if (element === null) break;
    elements.push({ ...element, weekday: own?.weekday ?? null });
    end = position + (own?.length ?? 0) + element.length;
    const joint = CONNECTOR.exec(text.slice(end));
    if (joint === null) break;
    joints.push(joint[1] !== undefined ? "TO" : joint[2] !== undefined ? "AND" : "COMMA");
    position = end + joint[0].length;
  }
  joints.length = Math.max(0, elements.length - 1);
  return assembled(text, from, end, elements, joints, weekdays, dayAlone);
}

function weekdayBefore(text: string, position: number): { weekday: number; length: number } | null {
  const match = WEEKDAY_HERE.exec(text.slice(position, position + 20));
  const weekday = match === null ? undefined : weekdayNumber(match[1] ?? "");
  if (match === null || weekday === undefined) return null;
  const length =
    match[0].length + (GLUE.exec(text.slice(position + match[0].length))?.[0].length ?? 0);
  return { weekday, length };
}

function elementAt(text: string, position: number, afterWeekday: boolean): Element | null {
  const rest = text.slice(position, position + 40);
  const iso = ISO.exec(rest);
  if (iso !== null)
    return checked({
      day: Number(iso[3]),
      month: Number(iso[2]),
      year: Number(iso[1]),
      weekday: null,
      length: iso[0].length,
    });
  const named = NAMED.exec(rest);
  if (named !== null) {
    return checked({
      day: Number(named[1]),
      month: monthNumber(named[2] ?? "") ?? null,
      year: yearOf(named[3]),
      weekday: null,
      length: named[0].length,
    });
  }
  const numeric = NUMERIC.exec(rest) ?? (afterWeekday ? NUMERIC_BARE.exec(rest) : null);
  if (numeric !== null) {
    const element = checked({
      day: Number(numeric[1]),
      month: Number(numeric[2]),
      year: yearOf(numeric[3]),
      weekday: null,
      length: numeric[0].length,
    });
    if (element !== null) return element;
  }
  const day =
    DAY_DOT.exec(rest) ??
    DAY_BARE.exec(rest) ??
    (afterWeekday ? /^(\d{1,2})(?![\d.:]|\s?(?:uhr|h\b)|\s?[–—-]\s?\d)/iu.exec(rest) : null);
  if (day !== null)
    return checked({
      day: Number(day[1]),
      month: null,
      year: null,
      weekday: null,
      length: day[0].length,
    });
  return null;
}

function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text.replace(/\D/g, ""));
  return number < 100 ? 2000 + number : number;
}

function checked(element: Element): Element | null {
  return element.day >= 1 &&
    element.day <= 31 &&
    (element.month === null || (element.month >= 1 && element.month <= 12))
    ? element
    : null;
}

function assembled(
  text: string,
  from: number,
  end: number,
  elements: Element[],
  joints: readonly ("TO" | "AND" | "COMMA")[],
  weekdays: readonly number[],
  dayAlone: boolean,
): DateExpression | null {
  // What follows the last month belongs to something else ("11. Juli, 2. Mannschaft"), unless no
  // month is written at all.
  const lastMonth = elements.findLastIndex((element) => element.month !== null);
  if (lastMonth === -1 && !dayAlone) return null;
  const used = lastMonth === -1 ? elements.length : lastMonth + 1;
  if (used === 0) return null;
  const days = elements.slice(0, used);
  if (lastMonth === -1 && joints[0] === "COMMA") days.length = 1;
  const to = days.length === elements.length ? end : endOf(text, from, days);
  inherit(days, "month");
  inherit(days, "year");
  days.forEach(
    (day, index) =>
      (day.weekday ??=
        weekdays[weekdays.length === days.length ? index : index === 0 ? 0 : -1] ?? null),
  );
  const used2 = joints.slice(0, days.length - 1);
  const form =
    days.length === 1
      ? "SINGLE"
      : days.length === 2 && used2[0] === "TO"
        ? "RANGE"
        : days.length === 2
          ? "PAIR"
          : "LIST";
  return {
    from,
    to,
    days: days.map(({ day, month, year, weekday }) => ({ day, month, year, weekday })),
    form,
  };
}

/** Where the first days end when more was read than is used. */
function endOf(text: string, from: number, days: readonly Element[]): number {
  let position = from;
  for (const element of days) {
    while (position < text.length && elementAt(text, position, true)?.length !== element.length)
      position++;
    position += element.length;
  }
  return position;
}

/**
 * "29.–31. Mai": the month of the last day holds for those before it; a month passed over New Year
 * is settled with the year.
 */
function inherit(days: WrittenDay[], field: "month" | "year"): void {
  for (let i = days.length - 2; i >= 0; i--) {
    const day = days[i];
    const next = days[i + 1];
    if (day === undefined || next === undefined || day[field] !== null) continue;
    day[field] = next[field];
    if (
      field === "year" &&
      day.year !== null &&
      day.month !== null &&
      next.month !== null &&
      day.month > next.month
    )
      day.year--;
  }
  for (let i = 1; i < days.length; i++) {
    const day = days[i];
    if (day !== undefined && day[field] === null) day[field] = days[i - 1]?.[field] ?? null;
  }
}
