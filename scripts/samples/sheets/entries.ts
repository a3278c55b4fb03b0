import type { TrueEvent } from "../programme-score.ts";
import { NAMES, PLACES } from "./club-words.ts";
import type { Random } from "./random.ts";

export interface SheetEntry {
  title: string;
  day: Temporal.PlainDate;
  /** The last day, inclusive. */
  last: Temporal.PlainDate;
  /** Null: none is written. */
  hour: number | null;
  minute: number;
  place: string | null;
}

export const MONTHS = [
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
export const SHORT_MONTHS = [
  "Jan",
  "Feb",
  "Mär",
  "Apr",
  "Mai",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Okt",
  "Nov",
  "Dez",
] as const;
export const WEEKDAYS = [
  "Montag",
  "Dienstag",
  "Mittwoch",
  "Donnerstag",
  "Freitag",
  "Samstag",
  "Sonntag",
] as const;
export const two = (value: number) => String(value).padStart(2, "0");
export const weekday = (day: Temporal.PlainDate) => WEEKDAYS[day.dayOfWeek - 1] ?? "";
export const shortWeekday = (day: Temporal.PlainDate) => weekday(day).slice(0, 2);
export const month = (day: Temporal.PlainDate) => MONTHS[day.month - 1] ?? "";
export const shortMonth = (day: Temporal.PlainDate) => SHORT_MONTHS[day.month - 1] ?? "";

/** Returns so many events in order of their days, all within `days` from `from`. */
export function entriesFor(
  random: Random,
  count: number,
  { from, days, spans = 0.1 }: { from: Temporal.PlainDate; days: number; spans?: number },
): SheetEntry[] {
  const offsets = new Set<number>();
  while (offsets.size < Math.min(count, days)) offsets.add(random.int(0, days - 1));
  const titles = random.shuffled(NAMES);
  return [...offsets]
    .toSorted((a, b) => a - b)
    .map((offset, index) => {
      const day = from.add({ days: offset });
      const isSpan = random.chance(spans);
      const hour = isSpan || random.chance(0.12) ? null : random.int(9, 20);
      return {
        title: titles[index % titles.length] ?? "",
        day,
        last: isSpan ? day.add({ days: random.int(1, 2) }) : day,
        hour,
        minute: random.pick([0, 0, 0, 30, 30, 15]),
        place: random.chance(0.7) ? random.pick(PLACES) : null,
      };
    });
}

export function trueEvent({ title, day, last, hour, minute, place }: SheetEntry): TrueEvent {
  const allDay = hour === null;
  return {
    title,
    start: allDay ? day.toString() : `${day.toString()}T${two(hour)}:${two(minute)}`,
    end: allDay ? last.toString() : null,
    allDay,
    location: place,
  };
}

/** Ways of writing a day; a sheet keeps to one. */
export type DayWriting = (entry: SheetEntry) => string;

export const DAY_WRITINGS: readonly DayWriting[] = [
  ({ day, last }) =>
    day.equals(last)
      ? `${two(day.day)}.${two(day.month)}.${day.year}`
      : `${two(day.day)}.${two(day.month)}. – ${two(last.day)}.${two(last.month)}.${last.year}`,
  ({ day, last }) =>
    day.equals(last)
      ? `${shortWeekday(day)} ${day.day}.${day.month}.`
      : `${day.day}.${day.month}. – ${last.day}.${last.month}.`,
  ({ day, last }) =>
    day.equals(last)
      ? `${weekday(day)}, ${day.day}. ${month(day)}`
      : `${day.day}. ${month(day)} – ${last.day}. ${month(last)}`,
  ({ day, last }) =>
    day.equals(last)
      ? `${shortWeekday(day)}., ${two(day.day)}. ${shortMonth(day)}.`
      : `${two(day.day)}. ${shortMonth(day)}. bis ${two(last.day)}. ${shortMonth(last)}.`,
  ({ day, last }) =>
    day.equals(last)
      ? `${two(day.day)}.${two(day.month)}.`
      : `${two(day.day)}.${two(day.month)}.–${two(last.day)}.${two(last.month)}.`,
  ({ day, last }) =>
    day.equals(last)
      ? `${day.day}. ${month(day)} ${day.year}`
      : `${day.day}. ${month(day)} bis ${last.day}. ${month(last)} ${last.year}`,
];

export type TimeWriting = (entry: SheetEntry) => string;

export const TIME_WRITINGS: readonly TimeWriting[] = [
  (entry) => clock(entry, ":", " Uhr"),
  (entry) => clock(entry, ".", " Uhr"),
  (entry) => clock(entry, ":", ""),
  ({ hour, minute }) =>
    hour === null ? "" : minute === 0 ? `${hour} Uhr` : `${hour}.${two(minute)} Uhr`,
];

function clock({ hour, minute }: SheetEntry, between: string, unit: string): string {
  return hour === null ? "" : `${two(hour)}${between}${two(minute)}${unit}`;
}
