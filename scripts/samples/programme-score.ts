import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProgrammeEvent } from "#modules/event-import/server/read-programme.ts";

/** An event that a sample programme holds. */
export interface TrueEvent {
  title: string;
  /** `2026-12-24` of an all-day event, else `2026-12-24T18:30`. */
  start: string;
  /** Last day, inclusive, or the time of the end; null: none is written. */
  end: string | null;
  allDay: boolean;
  location: string | null;
}

/** What has to be found in a file; `optionalEvents` are right whether found or not. */
export interface TrueFile {
  events: TrueEvent[];
  optionalEvents?: TrueEvent[];
}

/** Returns what `truth.json` of a directory says about its files; null: there is none. */
export function truthOf(directory: string): Record<string, TrueFile> | null {
  const file = join(directory, "truth.json");
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, "utf8")) as { files: Record<string, TrueFile> }).files;
}

/**
 * Compares what was read with the truth. `wrong`: neither expected nor optional. An event counts as
 * found when title, day and time, end and all-day are right; `places` counts those of them whose
 * place is right too.
 */
export function compare(
  events: readonly ProgrammeEvent[],
  { events: expected, optionalEvents = [] }: TrueFile,
): { missing: TrueEvent[]; wrong: ProgrammeEvent[]; places: number } {
  const rest = [...events];
  let places = 0;
  const missing = expected.filter((event) => {
    const index = rest.findIndex((candidate) => isSame(candidate, event));
    if (index === -1) return true;
    const [match] = rest.splice(index, 1);
    if (sameWords(match?.location ?? "", event.location ?? "")) places++;
    return false;
  });
  return {
    missing,
    wrong: rest.filter((event) => !optionalEvents.some((other) => isSame(event, other))),
    places,
  };
}

function isSame(event: ProgrammeEvent, expected: TrueEvent): boolean {
  const start = event.startTime === null ? event.start : `${event.start}T${event.startTime}`;
  const end =
    event.startTime === null
      ? event.end
      : event.endTime === null
        ? null
        : `${event.end}T${event.endTime}`;
  return (
    start === expected.start &&
    (expected.end === null || end === expected.end) &&
    sameWords(event.title, expected.title)
  );
}

/** The same but for case, quotes and words added. */
function sameWords(found: string, expected: string): boolean {
  const words = wordsOf(found);
  return wordsOf(expected).every((word) => words.includes(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
}

/** How many events were found with the right day, and how many that are none. */
export interface DayScore {
  expected: number;
  found: number;
  invented: number;
}

/**
 * Compares by day: an event is found when one of that day bears its name, at least half of the
 * words; what is read beyond is invented, unless it is optional.
 */
export function compareDays(
  events: readonly Pick<ProgrammeEvent, "start" | "title">[],
  { events: expected, optionalEvents = [] }: TrueFile,
): DayScore {
  const rest = [...events];
  const take = (wanted: TrueEvent): boolean => {
    const index = rest.findIndex(
      (event) => event.start === wanted.start.slice(0, 10) && alike(event.title, wanted.title),
    );
    if (index !== -1) rest.splice(index, 1);
    return index !== -1;
  };
  const found = expected.filter(take).length;
  optionalEvents.forEach(take);
  return { expected: expected.length, found, invented: rest.length };
}

/** At least half of the words of either. */
function alike(found: string, expected: string): boolean {
  const a = wordsOf(found);
  const b = wordsOf(expected);
  const common = b.filter((word) => a.includes(word)).length;
  return common > 0 && common * 2 >= b.length && common * 2 >= a.length;
}
