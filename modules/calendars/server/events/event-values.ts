import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { FieldError } from "#platform/contract/problem.ts";
import { type EventCreate, type EventUpdate, MAX_EVENT_DAYS } from "../../contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import type { EventValues } from "./event-record.ts";

const DAY_MS = 86_400_000;
const FIRST_MOMENT = Date.UTC(1900, 0);
const LAST_MOMENT = Date.UTC(2200, 0);

/** What was written of an event, as it is stored; refuses with 422 what cannot be. */
export function valuesOf(
  input: Omit<EventCreate, "recurrence" | "exdates"> | EventUpdate,
  time: ClubTime,
): Omit<EventValues, "status" | "cancel_reason"> {
  const starts = wholeSecond(input.startDateTime);
  const ends = wholeSecond(input.endDateTime);
  const settings = input.invitationSettings;
  const values = {
    title: input.title,
    description: input.description,
    location: input.location,
    all_day: input.allDay,
    ...(input.allDay ? wholeDays(starts, ends, time) : { starts_at: starts, ends_at: ends }),
    meet_at: input.meetAt === null ? null : wholeSecond(input.meetAt),
    answer_deadline: settings?.deadline == null ? null : wholeSecond(settings.deadline),
    answer_maximum: settings?.maximum ?? null,
    allow_comment: settings?.allowComment ?? null,
    allow_companions: settings?.allowCompanions ?? null,
    waiting_list: settings?.waitingList ?? null,
  };
  const problems = problemsOf(values, ends < starts);
  if (problems.length > 0) throw new AppError("UNPROCESSABLE", { errors: problems });
  return values;
}

/**
 * From the first day's midnight to the midnight after the last day; an end at midnight belongs to
 * the day before.
 */
function wholeDays(
  starts: number,
  ends: number,
  time: ClubTime,
): { starts_at: number; ends_at: number } {
  const starts_at = time.midnight(starts);
  return {
    starts_at,
    ends_at: Math.max(time.nextMidnight(ends - 1), time.nextMidnight(starts_at)),
  };
}

function problemsOf(
  values: Omit<EventValues, "status" | "cancel_reason">,
  endsBefore: boolean,
): FieldError[] {
  const { starts_at, ends_at, meet_at, all_day } = values;
  const found: FieldError[] = [];
  const complain = (path: string, message: string) =>
    found.push({ path, code: "INVALID", message });
  if (endsBefore) complain("endDateTime", "Das Ende liegt vor dem Beginn.");
  else if (ends_at - starts_at > (MAX_EVENT_DAYS + 1) * DAY_MS)
    complain("endDateTime", "Ein Termin kann höchstens ein Jahr dauern.");
  if (starts_at < FIRST_MOMENT || ends_at > LAST_MOMENT)
    complain("startDateTime", "Termine gibt es hier von 1900 bis 2199.");
  if (meet_at !== null && (all_day ? meet_at >= ends_at : meet_at > starts_at))
    complain("meetAt", "Der Treffpunkt kann nicht nach dem Beginn liegen.");
  return found;
}

/** Moments of exception dates; refuses what is not one. */
export function exdatesOf(exdates: readonly string[], allDay: boolean, time: ClubTime): number[] {
  const moments = exdates.map((text) =>
    allDay ? time.midnight(wholeSecond(text)) : wholeSecond(text),
  );
  return [...new Set(moments)].sort((a, b) => a - b);
}

/** The period asked about, bounded. */
export function periodOf(
  query: { from: string; to: string },
  maxDays: number,
): { from: number; to: number } {
  const from = Date.parse(query.from);
  const to = Date.parse(query.to);
  if (to < from)
    throw fieldProblem(
      "to",
      "Das Ende des Zeitraums liegt vor seinem Anfang.",
      "INVALID",
      "UNPROCESSABLE",
    );
  if (to - from > maxDays * DAY_MS)
    throw fieldProblem(
      "to",
      "Der Zeitraum kann höchstens zwei Jahre lang sein.",
      "TOO_LONG",
      "UNPROCESSABLE",
    );
  return { from, to };
}

function wholeSecond(text: string): number {
  return Math.floor(Date.parse(text) / 1_000) * 1_000;
}
