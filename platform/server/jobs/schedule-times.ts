import { Cron } from "croner";

/** More often than that is no schedule but a load. */
const SHORTEST_GAP_MS = 60 * 60_000;
const LOOKED_AT = 60;

/**
 * The next time that a cron line (five fields) means in a time zone, or null when it means none any
 * more. On the day on which clocks change a local time comes once: one that is left out comes later
 * that day, one that is there twice counts once.
 */
export function nextTime(line: string, timeZone: string, after: Date): Date | null {
  return cron(line, timeZone).nextRun(after);
}

/** What is wrong with a cron line, as a German sentence; undefined when nothing is. */
export function problemOfSchedule(line: string, timeZone: string, now: Date): string | undefined {
  if (line.trim().split(/\s+/).length !== 5)
    return "Bitte einen Zeitplan aus fünf Angaben: Minute, Stunde, Tag, Monat und Wochentag.";
  let times: Date[];
  try {
    times = cron(line, timeZone).nextRuns(LOOKED_AT, now);
  } catch {
    return "Dieser Zeitplan ist nicht lesbar.";
  }
  if (times.length === 0) return "Diesen Zeitpunkt gibt es nicht.";
  const tooOften = times.some(
    (time, index) =>
      index > 0 && time.getTime() - (times[index - 1]?.getTime() ?? 0) < SHORTEST_GAP_MS,
  );
  return tooOften ? "Bitte höchstens einmal in der Stunde." : undefined;
}

function cron(line: string, timeZone: string): Cron {
  return new Cron(line, { timezone: timeZone, mode: "5-part", paused: true });
}
