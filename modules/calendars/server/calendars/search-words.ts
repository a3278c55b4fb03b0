import type { Occurrence } from "../events/event-record.ts";

const formats = new Map<string, { day: Intl.DateTimeFormat; clock: Intl.DateTimeFormat }>();

/** `Di., 24.11.2026, 18:30 Uhr`; without a time where the event lasts all day. */
export function whenOf(
  { starts_at, all_day }: Pick<Occurrence, "starts_at" | "all_day">,
  timeZone: string,
): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = {
      day: new Intl.DateTimeFormat("de-DE", {
        timeZone,
        weekday: "short",
        day: "2-digit",
        month: "2-digit",
        year: "numeric",
      }),
      clock: new Intl.DateTimeFormat("de-DE", { timeZone, hour: "2-digit", minute: "2-digit" }),
    };
    formats.set(timeZone, format);
  }
  return all_day
    ? format.day.format(starts_at)
    : `${format.day.format(starts_at)}, ${format.clock.format(starts_at)} Uhr`;
}
