import type { Calendar } from "../contract.ts";

const LAST_CALENDAR = "lastCalendar";

/** Keeps on this device in which calendar the reader made events last. */
export function rememberCalendar(id: string): void {
  window.localStorage.setItem(LAST_CALENDAR, id);
}

/**
 * Returns the calendar that fits the reader, of those in which they may write: the one that is
 * wanted, else the one of their last events, else the only one. Null where they have to choose.
 */
export function proposedCalendar(calendars: readonly Calendar[], wanted = ""): string | null {
  const writable = calendars.filter((one) => one.can.includes("ADD_EVENT")).map(({ id }) => id);
  const last = window.localStorage.getItem(LAST_CALENDAR);
  const known = [wanted, last].find((id) => id !== null && writable.includes(id));
  return known ?? (writable.length === 1 ? (writable[0] ?? null) : null);
}
