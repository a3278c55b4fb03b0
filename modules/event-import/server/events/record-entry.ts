import { findDates } from "../dates/date-expressions.ts";
import { bare, beginAndEnd, findTimes, WHOLE_DAY } from "../dates/times.ts";
import type { Entry } from "./list-entry.ts";
import { titleAndPlace } from "./title-and-place.ts";

/** Reads a record, whose cells are its date, its times, what happens and the rest. */
export function recordEntry(cells: readonly string[]): Entry {
  const [date = "", times = "", title = "", ...rest] = cells;
  const told = titleAndPlace([title, ...rest].join("\t"));
  const expression = findDates(date, { monthAround: true })[0] ?? null;
  const written = times.split("\t").flatMap((time) => findTimes(bare(time)));
  // "11. & 12. Juli" above the hours of both days: one event, and parts of it.
  const isProgramme =
    expression !== null &&
    expression.days.length > 1 &&
    expression.form !== "RANGE" &&
    written.length > 1;
  return {
    expression,
    times: beginAndEnd(isProgramme ? [] : written),
    wholeDay: WHOLE_DAY.test(times),
    title: told.title,
    location: told.location,
    guessedPlace: told.guessedPlace,
    notes: told.rest,
  };
}
