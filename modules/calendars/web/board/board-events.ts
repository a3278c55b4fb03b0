import type { EventInput } from "@fullcalendar/react";
import { addDays } from "#platform/web/format/club-time.ts";
import { wallClock } from "#platform/web/format/format.ts";
import { calendarTones } from "#platform/web/ui/theme/calendar-colors.ts";
import type { Event } from "../../contract.ts";
import { type HolidayDays, isNamedInMonth } from "../holidays/holiday-days.ts";
import type { CalendarView } from "./calendar-view.ts";

/**
 * An event as the board draws it: all-day ends are exclusive there, colours are the strong and the
 * pastel tone.
 */
export function boardEvent(event: Event): EventInput {
  const { strong, pastel } = calendarTones(event.calendar.color);
  return {
    id: event.id,
    title: event.title,
    allDay: event.allDay,
    ...boardTimes(event),
    url: eventAddress(event.id),
    editable: event.can.includes("EDIT") && event.status === "CONFIRMED",
    color: strong,
    contrastColor: pastel,
    event,
  };
}

/**
 * Holidays as the board draws them: a day behind its events each, so that the name has the room of
 * one day and never runs under the next number.
 */
export function boardHolidays(days: HolidayDays, view: CalendarView): EventInput[] {
  return [...days].map(([day, { kind, name }]) => ({
    id: `holiday-${day}`,
    // In a week the heads of the days name them.
    title: view === "day" || (view === "month" && isNamedInMonth(day, days)) ? name : "",
    allDay: true,
    start: day,
    end: addDays(day, 1),
    display: "background",
    editable: false,
    extendedProps: { holiday: kind },
  }));
}

export function eventAddress(id: string): string {
  return `/calendars/events/${id}`;
}

function boardTimes({ allDay, startDateTime, endDateTime }: Event): { start: string; end: string } {
  if (!allDay) return { start: startDateTime, end: endDateTime };
  const first = wallClock(startDateTime)?.date ?? "";
  return { start: first, end: addDays(wallClock(endDateTime)?.date ?? first, 1) };
}
