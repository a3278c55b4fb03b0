import { addDays, clubInstant } from "#platform/web/format/club-time.ts";
import type { TimeSpanOfEvent } from "../../event/when-words.ts";

/**
 * When an event takes place, as the interface takes it; an all-day event ends in the last minute of
 * its last day.
 */
export type EventTimes = TimeSpanOfEvent;

/**
 * What the board says of a place on it: dates with an exclusive end when all-day, else points in
 * time with offset.
 */
interface BoardSpan {
  startStr: string;
  /** Empty where an event was dragged between days and hours and has no end of its own. */
  endStr: string;
  allDay: boolean;
}

const HOUR = 3_600_000;

export function movedTimes({ startStr, endStr, allDay }: BoardSpan): EventTimes {
  if (!allDay) {
    const end = endStr === "" ? new Date(Date.parse(startStr) + HOUR).toISOString() : endStr;
    return { startDateTime: startStr, endDateTime: end, allDay };
  }
  const first = startStr.slice(0, 10);
  const last = endStr === "" ? first : addDays(endStr.slice(0, 10), -1);
  return {
    startDateTime: clubInstant(first, "00:00"),
    endDateTime: clubInstant(last < first ? first : last, "23:59"),
    allDay,
  };
}

/** The meeting before the beginning moves along; an all-day event has none. */
export function movedMeeting(
  meetAt: string | null,
  startBefore: string,
  times: EventTimes,
): string | null {
  if (meetAt === null || times.allDay) return null;
  const shift = Date.parse(times.startDateTime) - Date.parse(startBefore);
  return new Date(Date.parse(meetAt) + shift).toISOString();
}
