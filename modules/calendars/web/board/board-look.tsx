import type { CalendarOptions } from "@fullcalendar/react";
import { X } from "lucide-react";
import { plural, wallClock } from "#platform/web/format/format.ts";
import { type HolidayDays, isNamedAt } from "../holidays/holiday-days.ts";
import { boardClasses } from "./board-classes.ts";
import classes from "./board.module.css";
import type { CalendarView } from "./calendar-view.ts";
import { EventWords } from "./EventWords.tsx";

/**
 * The drawing of a view: seven columns of hours are too narrow for a phone, which lists the week
 * instead.
 */
export function drawingOf(view: BoardView, phone: boolean): string {
  return phone && view === "week" ? "listWeek" : DRAWINGS[view];
}

/** The year has a drawing of its own. */
export type BoardView = Exclude<CalendarView, "year">;

const DRAWINGS: Record<BoardView, string> = {
  month: "dayGridMonth",
  week: "timeGridWeek",
  day: "timeGridDay",
  list: "listDays",
};

const LIST_DAYS = 60;

const WORDS: CalendarOptions = {
  weekNumberFormat: { week: "short" },
  slotHeaderFormat: { hour: "2-digit", minute: "2-digit" },
  eventTimeFormat: { hour: "2-digit", minute: "2-digit" },
  moreLinkText: (count) => `+ ${plural(count, "weiterer", "weitere")}`,
  noEventsText: "In diesem Zeitraum gibt es keine Termine.",
  eventsHint: "Termine",
  allDayText: "Ganztägig",
  eventContent: (info) => <EventWords info={info} />,
  backgroundEventContent: ({ event: { title } }) =>
    title !== "" && <span title={title}>{title}</span>,
  popoverCloseContent: () => <X size={16} aria-hidden />,
};

const TIMES: CalendarOptions = {
  firstDay: 1,
  fixedWeekCount: false,
  nowIndicator: true,
  slotEventOverlap: false,
  slotDuration: "00:30:00",
  scrollTime: "08:00:00",
  displayEventEnd: false,
  defaultTimedEventDuration: "01:00:00",
  forceEventDuration: true,
  longPressDelay: 400,
  dayHeaderAlign: "center",
};

const VIEWS: CalendarOptions["views"] = {
  dayGrid: { dayHeaderFormat: { weekday: "short" } },
  timeGrid: {
    dayHeaderFormat: { weekday: "short", day: "numeric", month: "numeric" },
    displayEventEnd: true,
  },
  timeGridDay: { dayHeaders: false },
  list: {
    displayEventEnd: true,
    listDayFormat: { weekday: "long" },
    listDayAltFormat: { day: "numeric", month: "long", year: "numeric" },
  },
  listDays: { type: "list", duration: { days: LIST_DAYS }, dateAlignment: "day" },
};

interface BoardLook {
  view: BoardView;
  phone: boolean;
  holidays: HolidayDays;
  onShow: (view: CalendarView, date: string) => void;
}

/** Everything about the board that is looks and words; what it does stands in EventBoard. */
export function boardLook({ view, phone, holidays, onShow }: BoardLook): CalendarOptions {
  return {
    ...boardClasses(view, phone),
    ...WORDS,
    ...TIMES,
    views: VIEWS,
    // In a list nothing lies behind events, in a week they hide it: the day's own head names it.
    dayHeaderContent: ({ text, date, view: { type } }) => {
      const holiday = type === "timeGridWeek" ? holidays.get(dayOf(date)) : undefined;
      if (!holiday || !isNamedAt(dayOf(date), holidays)) return text;
      return (
        <>
          {text} <span className={classes.headHoliday}>{holiday.name}</span>
        </>
      );
    },
    listDayHeaderContent: ({ text, level, date }) => {
      const holiday = level === 0 ? holidays.get(dayOf(date)) : undefined;
      return holiday ? `${text}, ${holiday.name}` : text;
    },
    // Hours scroll inside of the window; days and lists are as high as what they hold.
    height: drawingOf(view, phone).startsWith("timeGrid")
      ? `max(24rem, calc(100dvh - ${phone ? "17rem" : "12.5rem"}))`
      : "auto",
    weekNumbers: !phone,
    dayMaxEvents: phone ? 3 : 4,
    moreLinkClick: phone ? ({ date }) => onShow("day", dayOf(date)) : "popover",
    navLinkDayClick: (date) => onShow("day", dayOf(date)),
    navLinkWeekClick: (date) => onShow("week", dayOf(date)),
  };
}

/** The day on the club's clock. */
function dayOf(date: Date): string {
  return wallClock(date.toISOString())?.date ?? "";
}
