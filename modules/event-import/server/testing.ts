import type { ProgrammeEvent } from "./read-programme.ts";

/** Returns an event in one line: days, times, title and place. For tests and samples. */
export function eventLine(event: ProgrammeEvent): string {
  const { start, end, startTime, endTime, title, location } = event;
  return [
    start === end ? start : `${start}/${end}`,
    [startTime, endTime].filter((time) => time !== null).join("-"),
    title,
    location ?? "",
  ].join(" | ");
}
