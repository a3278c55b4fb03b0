import { useMemo } from "react";
import { addDays } from "#platform/web/format/club-time.ts";
import { formatDate, plural, today, wallClock } from "#platform/web/format/format.ts";
import { calendarTones } from "#platform/web/ui/theme/calendar-colors.ts";
import type { Event } from "../../contract.ts";
import type { Holiday } from "../../holiday-contract.ts";
import type { HolidayDays } from "../holidays/holiday-days.ts";
import { MONTH_NAMES, WEEKDAY_NAMES } from "../recurrence/rule-sentence.ts";
import { shownPeriod } from "./calendar-view.ts";
import classes from "./year.module.css";

interface YearBoardProps {
  /** A day of the year, `2026-12-24`. */
  date: string;
  events: readonly Event[];
  holidays: HolidayDays;
  onDay: (date: string) => void;
  onMonth: (date: string) => void;
}

/** Twelve small months; a day shows the colours of its calendars and leads to its events. */
export default function YearBoard({ date, events, holidays, onDay, onMonth }: YearBoardProps) {
  const year = date.slice(0, 4);
  const byDay = useMemo(() => eventsByDay(events, shownPeriod("year", date)), [events, date]);
  return (
    <div className={classes.year}>
      {MONTH_NAMES.map((name, index) => {
        const first = `${year}-${String(index + 1).padStart(2, "0")}-01`;
        return (
          <section key={name} className={classes.month}>
            <h2 className={classes.name}>
              <button type="button" className={classes.monthButton} onClick={() => onMonth(first)}>
                {name}
              </button>
            </h2>
            <MonthDays first={first} byDay={byDay} holidays={holidays} onDay={onDay} />
          </section>
        );
      })}
    </div>
  );
}

function MonthDays({
  first,
  byDay,
  holidays,
  onDay,
}: {
  first: string;
  byDay: ReadonlyMap<string, readonly Event[]>;
  holidays: HolidayDays;
  onDay: (date: string) => void;
}) {
  const { from, to } = shownPeriod("month", first);
  const weeks: string[][] = [];
  for (let monday = from; monday < to; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  const now = today();
  return (
    <table className={classes.days}>
      <thead>
        <tr>
          {Object.values(WEEKDAY_NAMES).map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} data-weekend={day === week[5] || day === week[6] || undefined}>
                {day.slice(0, 7) === first.slice(0, 7) && (
                  <Day
                    date={day}
                    events={byDay.get(day) ?? []}
                    holiday={holidays.get(day)}
                    isToday={day === now}
                    onClick={() => onDay(day)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SHOWN_COLORS = 4;
const NAMED_EVENTS = 6;

function Day({
  date,
  events,
  holiday,
  isToday,
  onClick,
}: {
  date: string;
  events: readonly Event[];
  holiday: Holiday | undefined;
  isToday: boolean;
  onClick: () => void;
}) {
  const colors = [
    ...new Set(events.map((event) => calendarTones(event.calendar.color).strong)),
  ].slice(0, SHOWN_COLORS);
  const titles = events.slice(0, NAMED_EVENTS).map((event) => event.title);
  const words =
    events.length > NAMED_EVENTS
      ? [...titles, `und ${events.length - NAMED_EVENTS} weitere`]
      : titles;
  const tip = holiday ? [holiday.name, ...words] : words;
  const label = [
    formatDate(date),
    ...(isToday ? ["heute"] : []),
    ...(holiday ? [holiday.name] : []),
    ...(events.length > 0 ? [plural(events.length, "Termin", "Termine")] : []),
  ].join(", ");
  return (
    <button
      type="button"
      className={classes.day}
      data-today={isToday || undefined}
      data-holiday={holiday?.kind}
      aria-label={label}
      title={tip.length > 0 ? tip.join("\n") : undefined}
      onClick={onClick}
    >
      <span className={classes.number}>{Number(date.slice(8))}</span>
      <svg className={classes.dots} viewBox="0 0 28 5" aria-hidden>
        {colors.map((color, index) => (
          <circle
            key={color}
            cx={14 + (index - (colors.length - 1) / 2) * 7}
            cy="2.5"
            r="2.5"
            fill={color}
          />
        ))}
      </svg>
    </button>
  );
}

/** Each event on every day that it touches. */
function eventsByDay(
  events: readonly Event[],
  { from, to }: { from: string; to: string },
): ReadonlyMap<string, readonly Event[]> {
  const byDay = new Map<string, Event[]>();
  for (const event of events) {
    const first = wallClock(event.startDateTime)?.date ?? "";
    // An event that ends at midnight has nothing of the day that begins then.
    const lastMoment = Math.max(Date.parse(event.endDateTime) - 1, Date.parse(event.startDateTime));
    const last = wallClock(new Date(lastMoment).toISOString())?.date ?? first;
    for (let day = first < from ? from : first; day <= last && day < to; day = addDays(day, 1)) {
      const there = byDay.get(day);
      if (there) there.push(event);
      else byDay.set(day, [event]);
    }
  }
  return byDay;
}
