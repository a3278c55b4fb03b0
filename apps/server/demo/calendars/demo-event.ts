/** An event of the demo club as one would say it. */
export interface DemoEvent {
  title: string;
  day: Temporal.PlainDate;
  /** `18:30`; absent: all day. */
  from?: string;
  to?: string;
  /** When it goes over several days. */
  lastDay?: Temporal.PlainDate;
  /** When to meet, `17:45`. */
  meet?: string;
  location?: string;
  description?: string;
  recurrence?: string;
  /** Days that a series leaves out. */
  without?: Temporal.PlainDate[];
  cancelled?: boolean;
  /** Most people who can come. */
  places?: number;
}

/** The n-th weekday (1 = Monday) of a month; negative: from its end. */
export function nthWeekday(
  year: number,
  month: number,
  weekday: number,
  n: number,
): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  if (n > 0) return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (n - 1) * 7 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  return last.subtract({ days: ((last.dayOfWeek - weekday + 7) % 7) + (-n - 1) * 7 });
}

/** The first such weekday (1 = Monday) on or after a day. */
export function weekdayFrom(day: Temporal.PlainDate, weekday: number): Temporal.PlainDate {
  return day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });
}

export function dayOf(year: number, month: number, day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day });
}

/** The year before, this year and the next. */
export function yearsAround(today: Temporal.PlainDate): number[] {
  return [today.year - 1, today.year, today.year + 1];
}

/** Easter Sunday of a year (Gauss, in the form of Oudin). */
export function easter(year: number): Temporal.PlainDate {
  const g = year % 19;
  const c = Math.floor(year / 100);
  const h = (c - Math.floor(c / 4) - Math.floor((8 * c + 13) / 25) + 19 * g + 15) % 30;
  const i = h - Math.floor(h / 28) * (1 - Math.floor(29 / (h + 1)) * Math.floor((21 - g) / 11));
  const j = (year + Math.floor(year / 4) + i + 2 - c + Math.floor(c / 4)) % 7;
  const l = i - j;
  const month = 3 + Math.floor((l + 40) / 44);
  return dayOf(year, month, l + 28 - 31 * Math.floor(month / 4));
}
