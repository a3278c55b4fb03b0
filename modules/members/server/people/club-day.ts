const MINUTE_MS = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Days begin with a minute, in every time zone: within one of them it stays the same day. */
const days = new Map<string, { minute: number; day: string }>();

/** Today in the club's time zone, `2026-12-24`. */
export function clubDay(timeZone: string, at = new Date()): string {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const known = days.get(timeZone);
  if (known?.minute === minute) return known.day;
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formats.set(timeZone, format);
  }
  const day = format.format(at);
  days.set(timeZone, { minute, day });
  return day;
}
