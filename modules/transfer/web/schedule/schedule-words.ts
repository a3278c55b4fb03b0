import { plural } from "#platform/web/format/format.ts";

/**
 * A schedule as an office says it. `CUSTOM` keeps a cron expression that has no such words:
 * nobody loses what they once set up by opening the form.
 */
export type Schedule =
  | { kind: "NONE" }
  | { kind: "DAILY"; time: string }
  | { kind: "WEEKLY"; time: string; weekday: number }
  | { kind: "MONTHLY"; time: string; day: number }
  | { kind: "CUSTOM"; cron: string };

export type ScheduleKind = Schedule["kind"];

/** Cron counts from Sunday = 0. */
export const WEEKDAYS = [
  "Sonntag",
  "Montag",
  "Dienstag",
  "Mittwoch",
  "Donnerstag",
  "Freitag",
  "Samstag",
] as const;

/** A day that every month has. */
export const LAST_SURE_DAY = 28;

/** Reads `minute hour day month weekday`; null is no schedule. */
export function scheduleOf(cron: string | null): Schedule {
  if (cron === null || cron.trim() === "") return { kind: "NONE" };
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = cron
    .trim()
    .split(/\s+/);
  const custom: Schedule = { kind: "CUSTOM", cron };
  if (more.length > 0 || month !== "*" || !isNumber(minute, 59) || !isNumber(hour, 23))
    return custom;
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (day === "*" && weekday === "*") return { kind: "DAILY", time };
  if (day === "*" && isNumber(weekday, 7))
    return { kind: "WEEKLY", time, weekday: Number(weekday) % 7 };
  if (weekday === "*" && isNumber(day, 31) && day !== "0")
    return { kind: "MONTHLY", time, day: Number(day) };
  return custom;
}

/** The schedule as the server keeps it. */
export function cronOf(schedule: Schedule): string | null {
  if (schedule.kind === "NONE") return null;
  if (schedule.kind === "CUSTOM") return schedule.cron.trim() === "" ? null : schedule.cron.trim();
  const [hour = 0, minute = 0] = schedule.time.split(":").map(Number);
  const clock = `${minute} ${hour}`;
  if (schedule.kind === "DAILY") return `${clock} * * *`;
  if (schedule.kind === "WEEKLY") return `${clock} * * ${schedule.weekday}`;
  return `${clock} ${schedule.day} * *`;
}

/** `montags um 06:00 Uhr`; without a schedule the given words. */
export function scheduleWords(cron: string | null, none = "von Hand"): string {
  const schedule = scheduleOf(cron);
  if (schedule.kind === "NONE") return none;
  if (schedule.kind === "CUSTOM") return `nach eigenem Plan (${schedule.cron})`;
  const at = `um ${schedule.time} Uhr`;
  if (schedule.kind === "DAILY") return `täglich ${at}`;
  if (schedule.kind === "WEEKLY") return `${WEEKDAYS[schedule.weekday]?.toLowerCase()}s ${at}`;
  return `am ${schedule.day}. jedes Monats ${at}`;
}

/** The German sentence why a schedule can't be saved as it stands. */
export function scheduleProblem(schedule: Schedule): string | undefined {
  if (schedule.kind === "CUSTOM")
    return schedule.cron.trim().split(/\s+/).length === 5
      ? undefined
      : "Ein Cron-Ausdruck hat fünf Teile, zum Beispiel „0 6 * * 1“.";
  return "time" in schedule && schedule.time === ""
    ? "Bitte eine Uhrzeit wie 06:00 angeben."
    : undefined;
}

/** What a day that not every month has means. */
export function dayHint(day: number): string | undefined {
  if (day <= LAST_SURE_DAY) return undefined;
  const missing = day === 29 ? 1 : day === 30 ? 1 : 5;
  return `Diesen Tag gibt es in ${plural(missing, "Monat", "Monaten")} des Jahres nicht; dann fällt der Lauf aus.`;
}

function isNumber(text: string, most: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= most;
}
