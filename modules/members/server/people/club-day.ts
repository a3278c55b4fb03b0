const formats = new Map<string, Intl.DateTimeFormat>();

/** Today in the club's time zone, `2026-12-24`. */
export function clubDay(timeZone: string, at = new Date()): string {
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
  return format.format(at);
}
