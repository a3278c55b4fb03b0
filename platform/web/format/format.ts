/** German texts for dates, times, numbers and plurals, as the specification writes them. */

const numbers = new Intl.NumberFormat("de-DE");
const fileSizeNumbers = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 1 });

/** `2026-12-31` (or a date-time) → `31.12.2026`; nothing → empty text. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return "";
  const plain = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (plain) return `${plain[3]}.${plain[2]}.${plain[1]}`;
  const parts = partsOf(value);
  return parts ? `${parts.day}.${parts.month}.${parts.year}` : "";
}

/** `2026-12-31T18:30:00+01:00` → `31.12.2026 18:30 Uhr` in the club's time zone. */
export function formatDateTime(value: string | null | undefined): string {
  const parts = value ? partsOf(value) : undefined;
  return parts ? `${parts.day}.${parts.month}.${parts.year} ${parts.hour}:${parts.minute} Uhr` : "";
}

/** `18:30 Uhr`. */
export function formatTime(value: string | null | undefined): string {
  const parts = value ? partsOf(value) : undefined;
  return parts ? `${parts.hour}:${parts.minute} Uhr` : "";
}

/** `1234.5` → `1.234,5`. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `plural(2, "Datei", "Dateien")` → `2 Dateien`. */
export function plural(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `287 von 20.114 Mitgliedern`: the second form is the dative plural. */
export function countOf(
  shown: number,
  total: number,
  dativeOne: string,
  dativeMany: string,
): string {
  return `${formatNumber(shown)} von ${formatNumber(total)} ${total === 1 ? dativeOne : dativeMany}`;
}

/** `1,5 MB`. */
export function formatFileSize(bytes: number): string {
  const units = ["Byte", "KB", "MB", "GB", "TB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${fileSizeNumbers.format(size)} ${units[unit]}`;
}

/** Specification: `groupName->name` when a group exists, else the name. */
export function groupPrefixed(item: { name: string; groupName?: string | null }): string {
  return item.groupName ? `${item.groupName}->${item.name}` : item.name;
}

/** First and last name; what is missing leaves no gap. */
export function displayName(person: {
  firstname?: string | null;
  lastname?: string | null;
}): string {
  return [person.firstname, person.lastname].filter(Boolean).join(" ");
}

/** Today in the club's time zone as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  const parts = partsOf(now.toISOString());
  return parts ? `${parts.year}-${parts.month}-${parts.day}` : "";
}

let clock = clockOf(undefined);
let zone: string | undefined;

/** Dates and times are shown in the club's time zone, wherever the reader is. */
export function setTimeZone(timeZone: string | undefined): void {
  zone = timeZone;
  clock = clockOf(timeZone);
}

/** The club's time zone; the reader's own until the club is known. */
export function clubTimeZone(): string {
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * A point in time on the club's clock: `{ date: "2026-12-24", time: "18:30" }`; nothing readable →
 * null.
 */
export function wallClock(value: string | null | undefined): { date: string; time: string } | null {
  const parts = value ? partsOf(value) : undefined;
  return parts
    ? { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
    : null;
}

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    ...(timeZone === undefined ? {} : { timeZone }),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

function partsOf(value: string) {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return undefined;
  const parts = Object.fromEntries(
    clock.formatToParts(date).map((part) => [part.type, part.value]),
  );
  const { year = "", month = "", day = "", hour = "", minute = "" } = parts;
  return { year: year.padStart(4, "0"), month, day, hour, minute };
}
