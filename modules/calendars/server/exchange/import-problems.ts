import { AppError } from "#platform/server/http/app-error.ts";
import { type EventDraft, eventListEntry } from "../../exchange-contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import { listedEvent } from "./listed-event.ts";

/** The fields of a draft that a list takes. */
export function entryOf({
  title,
  startDateTime,
  endDateTime,
  allDay,
  location,
  description,
  uid,
  sequence,
  recurrence,
  exdates,
  exceptions,
  status,
}: EventDraft) {
  return {
    title,
    startDateTime,
    endDateTime,
    allDay,
    location,
    description,
    uid,
    sequence,
    recurrence,
    exdates,
    exceptions,
    status,
  };
}

/**
 * Adds to the problems of a draft what a list would refuse it for, so that nobody learns of it only
 * after choosing.
 */
export function withImportProblems(draft: EventDraft, time: ClubTime): EventDraft {
  if (draft.problems.length > 0) return draft;
  const parsed = eventListEntry.safeParse(entryOf(draft));
  const message = parsed.success
    ? refusalOf(() => listedEvent(parsed.data, time))
    : (parsed.error.issues[0]?.message ?? "Der Termin ist nicht vollständig.");
  if (message === null) return draft;
  return {
    ...draft,
    problems: [draft.line === null ? message : `Zeile ${draft.line}: ${message}`],
  };
}

function refusalOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.errors[0]?.message ?? error.detail;
    throw error;
  }
}
