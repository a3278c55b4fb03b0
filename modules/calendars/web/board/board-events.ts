import type { EventInput } from "@fullcalendar/react";
import { addDays } from "#platform/web/format/club-time.ts";
import { wallClock } from "#platform/web/format/format.ts";
import { calendarTones } from "#platform/web/ui/theme/calendar-colors.ts";
import type { Event } from "../../contract.ts";

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

export function eventAddress(id: string): string {
  return `/calendars/events/${id}`;
}

function boardTimes({ allDay, startDateTime, endDateTime }: Event): { start: string; end: string } {
  if (!allDay) return { start: startDateTime, end: endDateTime };
  const first = wallClock(startDateTime)?.date ?? "";
  return { start: first, end: addDays(wallClock(endDateTime)?.date ?? first, 1) };
}
