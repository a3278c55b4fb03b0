import { AppError } from "#platform/server/http/app-error.ts";
import {
  draftProblem,
  entryOfDraft,
  type EventDraft,
  eventListEntry,
} from "../../exchange-contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import { listedEvent } from "./listed-event.ts";

/**
 * Adds to the problems of a draft what a list would refuse it for, so that they do not come up only
 * after choosing.
 */
export function withImportProblems(draft: EventDraft, time: ClubTime): EventDraft {
  if (draft.problems.length > 0) return draft;
  const message =
    draftProblem(draft) ??
    refusalOf(() => listedEvent(eventListEntry.parse(entryOfDraft(draft)), time));
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
