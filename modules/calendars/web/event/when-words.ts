import { formatDate, formatTime, wallClock } from "#platform/web/format/format.ts";
import { weekdayOf } from "../recurrence/rule-sentence.ts";

export interface TimeSpanOfEvent {
  startDateTime: string;
  endDateTime: string;
  allDay: boolean;
}

/** `Samstag, 14.11.2026, 18:30 bis 20:00 Uhr`; over several days both days are named. */
export function whenWords({ startDateTime, endDateTime, allDay }: TimeSpanOfEvent): string {
  const start = dayWords(startDateTime);
  const end = dayWords(endDateTime);
  if (allDay) return start === end ? `${start}, ganztägig` : `${start} bis ${end}, ganztägig`;
  if (Date.parse(endDateTime) <= Date.parse(startDateTime))
    return `${start}, ${formatTime(startDateTime)}`;
  if (start !== end)
    return `${start}, ${formatTime(startDateTime)} bis ${end}, ${formatTime(endDateTime)}`;
  return `${start}, ${formatTime(startDateTime).replace(" Uhr", "")} bis ${formatTime(endDateTime)}`;
}

/** `Samstag, 14.11.2026` on the club's clock. */
export function dayWords(instant: string): string {
  const day = wallClock(instant)?.date;
  return day ? `${weekdayOf(day)}, ${formatDate(day)}` : "";
}

/** When to meet: the day is named where it is another one than that of the beginning. */
export function meetWords(meetAt: string, startDateTime: string): string {
  const day = dayWords(meetAt);
  return day === dayWords(startDateTime) ? formatTime(meetAt) : `${day}, ${formatTime(meetAt)}`;
}
