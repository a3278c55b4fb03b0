import type { TableCell } from "#platform/server/documents/table.ts";
import type { TableRow } from "#platform/server/documents/table-file.ts";
import type { ClubTime } from "../../time/club-time.ts";
import { type EventDraft, MAX_IMPORTED_EVENTS } from "../../../exchange-contract.ts";
import { descriptionOf, locationOf, newDraft, oneLine, titleOf } from "../draft.ts";
import {
  type CellMoments,
  type CellTime,
  ImpossibleDay,
  isYes,
  momentsOf,
} from "./german-cells.ts";
import { dayEnd, dayStart, writeMoment } from "../moments.ts";
import { Refused } from "../refused.ts";
import { type Column, type Columns, findColumns } from "./table-columns.ts";

interface Reading {
  columns: Columns;
  time: ClubTime;
  today: Temporal.PlainDate;
}

/** What a row says about its time, gathered from all its cells. */
interface RowTimes {
  begin: CellMoments;
  end: CellMoments;
  allDay: boolean;
}

/**
 * Reads a table with German (or Google's and Outlook's) headings into drafts, one a row; faulty
 * rows come with their problems.
 */
export function readTable(
  sheets: readonly (readonly TableRow[])[],
  time: ClubTime,
  today: Temporal.PlainDate,
): EventDraft[] {
  for (const rows of sheets) {
    const found = findColumns(rows);
    if (found === undefined) continue;
    const body = rows
      .slice(found.headingAt + 1)
      .filter(({ cells }) => cells.some((cell) => textOf(cell) !== ""));
    if (body.length > MAX_IMPORTED_EVENTS)
      throw new Refused(
        `Die Tabelle hat zu viele Zeilen; höchstens ${MAX_IMPORTED_EVENTS.toLocaleString("de")} sind auf einmal möglich.`,
      );
    if (body.length === 0)
      throw new Refused("Unter den Überschriften der Tabelle stehen keine Termine.");
    return body.map((row) => draftOf(row, { columns: found.columns, time, today }));
  }
  throw new Refused(
    "In der Tabelle fehlen die Überschriften: Nötig sind mindestens „Titel“ (oder „Betreff“, „Veranstaltung“) und „Datum“ (oder „Beginn“).",
  );
}

function draftOf(row: TableRow, reading: Reading): EventDraft {
  const cell = (column: Column): TableCell => {
    const index = reading.columns[column];
    return index === undefined ? null : (row.cells[index] ?? null);
  };
  const draft = newDraft({
    title: titleOf(
      unquoted(textOf(cell("title"))) || teams(textOf(cell("home")), textOf(cell("away"))),
    ),
    location: locationOf(unquoted(textOf(cell("location")))),
    description: descriptionOf(unquoted(textOf(cell("description")))),
    uid: oneLine(textOf(cell("uid")), 500) || null,
    line: row.line,
  });
  const complain = (sentence: string) => draft.problems.push(`Zeile ${row.line}: ${sentence}`);
  if (draft.title === "") complain("Der Titel fehlt.");
  try {
    const times = timesOf(cell, reading.today);
    if (times.begin.yearGuessed === true) draft.uncertainFields.push("startDateTime");
    setTimes(draft, times, reading.time);
  } catch (error) {
    if (error instanceof ImpossibleDay) complain(`Das Datum „${error.message}“ gibt es nicht.`);
    else if (error instanceof Faulty) complain(error.message);
    else throw error;
  }
  return draft;
}

function teams(home: string, away: string): string {
  return [home, away].filter((team) => team !== "").join(" – ");
}

class Faulty extends Error {}

function timesOf(cell: (column: Column) => TableCell, today: Temporal.PlainDate): RowTimes {
  const read = (column: Column): CellMoments => {
    const value = cell(column);
    if (textOf(value) === "") return {};
    const found = momentsOf(value, today);
    if (found === undefined)
      throw new Faulty(`„${textOf(value).slice(0, 60)}“ ist weder Datum noch Uhrzeit.`);
    return found;
  };
  const begin = { ...read("day"), ...read("begin"), ...read("time") };
  const end = { ...read("endDay"), ...read("end"), ...read("endTime") };
  if (begin.day === undefined) throw new Faulty("Das Datum fehlt.");
  // "ganztägig" beside times that are given is a slip; the times win where it says no.
  return {
    begin,
    end,
    allDay: isYes(cell("allDay")) || begin.allDay === true || begin.time === undefined,
  };
}

function setTimes(draft: EventDraft, { begin, end, allDay }: RowTimes, time: ClubTime): void {
  const { day } = begin;
  if (day === undefined) return;
  const lastDay = end.day ?? begin.lastDay;
  if (lastDay !== undefined && Temporal.PlainDate.compare(lastDay, day) < 0)
    throw new Faulty("Das Ende liegt vor dem Beginn.");
  if (allDay) {
    draft.allDay = true;
    draft.startDateTime = dayStart(day, time);
    draft.endDateTime = dayEnd(lastWhole(day, lastDay, end.time), time);
    return;
  }
  const start = at(day, begin.time ?? { hour: 0, minute: 0 }, time);
  draft.startDateTime = writeMoment(start, time);
  const endTime = end.time ?? begin.endTime;
  if (endTime === undefined) {
    if (lastDay === undefined || lastDay.equals(day)) return;
    draft.endDateTime = dayEnd(lastDay, time);
    draft.uncertainFields.push("endDateTime");
    return;
  }
  let ends = at(lastDay ?? day, endTime, time);
  if (Temporal.Instant.compare(ends, start) < 0) {
    if (lastDay !== undefined) throw new Faulty("Das Ende liegt vor dem Beginn.");
    ends = at(day.add({ days: 1 }), endTime, time);
    draft.uncertainFields.push("endDateTime");
    draft.hints.push("Das Ende liegt nach Mitternacht.");
  }
  draft.endDateTime = ends.equals(start) ? null : writeMoment(ends, time);
}

/** Outlook lets a whole day end at the midnight after it, and writes that midnight. */
function lastWhole(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate | undefined,
  endTime: CellTime | undefined,
): Temporal.PlainDate {
  if (last === undefined || last.equals(first)) return first;
  return endTime?.hour === 0 && endTime.minute === 0 ? last.subtract({ days: 1 }) : last;
}

function at(day: Temporal.PlainDate, { hour, minute }: CellTime, time: ClubTime): Temporal.Instant {
  const date = hour === 24 ? day.add({ days: 1 }) : day;
  return date
    .toZonedDateTime({ timeZone: time.timeZone, plainTime: { hour: hour % 24, minute } })
    .toInstant();
}

function textOf(cell: TableCell): string {
  if (cell === null) return "";
  return cell instanceof Date ? cell.toISOString() : String(cell).trim();
}

/** Our own exports put a stroke before texts that a spreadsheet would take for a formula. */
function unquoted(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
}
