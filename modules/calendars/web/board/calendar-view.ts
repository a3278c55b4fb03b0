import { addDays } from "#platform/web/format/club-time.ts";
import { formatDate } from "#platform/web/format/format.ts";
import { MONTH_NAMES, weekdayOf } from "../recurrence/rule-sentence.ts";

export const CALENDAR_VIEWS = ["month", "week", "day", "year", "list"] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

export const VIEW_LABELS: Record<CalendarView, string> = {
  month: "Monat",
  week: "Woche",
  day: "Tag",
  year: "Jahr",
  list: "Liste",
};

/** How far the list reaches from its first day. */
const LIST_DAYS = 60;

/** A range of dates, `2026-12-24`; `to` is the day after the last. */
export interface Period {
  from: string;
  to: string;
}

/** The days that a view shows around a date, a month with the rest of its first and last week. */
export function shownPeriod(view: CalendarView, date: string): Period {
  switch (view) {
    case "month": {
      const month = date.slice(0, 7);
      return {
        from: mondayOf(`${month}-01`),
        to: addDays(mondayOf(addDays(nextMonth(date), -1)), 7),
      };
    }
    case "week": {
      const from = mondayOf(date);
      return { from, to: addDays(from, 7) };
    }
    case "day":
      return { from: date, to: addDays(date, 1) };
    case "year": {
      const year = Number(date.slice(0, 4));
      return { from: `${pad(year, 4)}-01-01`, to: `${pad(year + 1, 4)}-01-01` };
    }
    case "list":
      return { from: date, to: addDays(date, LIST_DAYS) };
  }
}

/** The date that stands for the view before (-1) or after (+1). */
export function steppedDate(view: CalendarView, date: string, step: 1 | -1): string {
  switch (view) {
    case "month":
      return step === 1
        ? nextMonth(date)
        : `${addDays(`${date.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
    case "week":
      return addDays(date, 7 * step);
    case "day":
      return addDays(date, step);
    case "year":
      return `${pad(Number(date.slice(0, 4)) + step, 4)}-01-01`;
    case "list":
      return addDays(date, LIST_DAYS * step);
  }
}

/**
 * `November 2026`, `16.–22. November 2026`, `Samstag, 21. November 2026`, `2026`, `21.11.2026 bis
 * 19.01.2027`.
 */
export function periodTitle(view: CalendarView, date: string): string {
  const { from, to } = shownPeriod(view, date);
  const last = addDays(to, -1);
  switch (view) {
    case "month":
      return `${monthName(date)} ${Number(date.slice(0, 4))}`;
    case "week": {
      if (from.slice(0, 4) !== last.slice(0, 4)) return `${longDate(from)} – ${longDate(last)}`;
      if (from.slice(0, 7) !== last.slice(0, 7))
        return `${dayOf(from)}. ${monthName(from)} – ${longDate(last)}`;
      return `${dayOf(from)}.–${longDate(last)}`;
    }
    case "day":
      return `${weekdayOf(date)}, ${longDate(date)}`;
    case "year":
      return String(Number(date.slice(0, 4)));
    case "list":
      return `${formatDate(from)} bis ${formatDate(last)}`;
  }
}

/**
 * The same in as few letters as a phone has room for: `KW 47 · Nov 2026`, `Sa., 21.11.2026`, `ab
 * 21.11.2026`.
 */
export function shortPeriodTitle(view: CalendarView, date: string): string {
  if (view === "week")
    return `KW ${weekNumber(date)} · ${monthName(shownPeriod("week", date).from).slice(0, 3)} ${Number(date.slice(0, 4))}`;
  if (view === "day") return `${weekdayOf(date).slice(0, 2)}., ${formatDate(date)}`;
  return view === "list" ? `ab ${formatDate(date)}` : periodTitle(view, date);
}

/**
 * The number of the week after ISO 8601: the week belongs to the year that its Thursday lies in.
 */
export function weekNumber(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  const firstDay = Date.parse(`${thursday.slice(0, 4)}-01-01T00:00:00Z`);
  return Math.floor((Date.parse(`${thursday}T00:00:00Z`) - firstDay) / (7 * 86_400_000)) + 1;
}

/** A date out of an address, or the fallback where it is none. */
export function dateOr(text: string, fallback: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return fallback;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text) &&
    text >= "1900-01-01" &&
    text < "2200-01-01"
    ? text
    : fallback;
}

function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

function nextMonth(date: string): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  return month === 12 ? `${pad(year + 1, 4)}-01-01` : `${pad(year, 4)}-${pad(month + 1, 2)}-01`;
}

function longDate(date: string): string {
  return `${dayOf(date)}. ${monthName(date)} ${Number(date.slice(0, 4))}`;
}

function monthName(date: string): string {
  return MONTH_NAMES[Number(date.slice(5, 7)) - 1] ?? "";
}

function dayOf(date: string): number {
  return Number(date.slice(8, 10));
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}
