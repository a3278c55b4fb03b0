import type { BodyInput } from "#platform/contract/route.ts";
import { wallClock } from "#platform/web/format/format.ts";
import {
  draftProblem,
  entryOfDraft,
  type EventDraft,
  type exchangeContract,
} from "#modules/calendars/exchange-contract.ts";
import {
  bodyOf,
  checkEvent,
  newEventValues,
  type EventValues,
} from "#modules/calendars/web/public.ts";

/** A draft on the page: as it was read, and as the reader mended it. */
export interface DraftRow {
  id: number;
  draft: EventDraft;
  /** Set once the reader changed something. */
  values: EventValues | null;
  /** The reader's own: nothing was read that it could go back to. */
  isAdded?: true;
}

export type ListEntry = BodyInput<typeof exchangeContract.saveEventList>[number];

export const DRAFT_FIELD_LABELS: Record<EventDraft["uncertainFields"][number], string> = {
  title: "Titel",
  startDateTime: "Beginn",
  endDateTime: "Ende",
  allDay: "Ganztägig",
  location: "Ort",
  description: "Beschreibung",
  recurrence: "Wiederholung",
};

/** What the editor begins with. A date that was not readable stays empty. */
export function valuesOfDraft(draft: EventDraft): EventValues {
  const start = wallClock(draft.startDateTime);
  const end = wallClock(draft.endDateTime) ?? start;
  return {
    ...newEventValues({ calendarId: null }),
    title: draft.title,
    allDay: draft.allDay,
    startDate: start?.date ?? null,
    startTime: draft.allDay ? "18:00" : (start?.time ?? null),
    endDate: end?.date ?? null,
    endTime: draft.allDay ? "20:00" : (end?.time ?? null),
    location: draft.location ?? "",
    description: draft.description ?? "",
  };
}

/** What stands in the row: the reader's own values where there are some. */
export function shownDraft({ draft, values }: DraftRow) {
  if (values === null) return draft;
  if (values.startDate === null)
    return {
      ...draft,
      title: values.title,
      allDay: values.allDay,
      location: values.location,
      startDateTime: null,
    };
  const { title, startDateTime, endDateTime, allDay, location, description } = bodyOf(
    values,
    undefined,
  );
  return { ...draft, title, startDateTime, endDateTime, allDay, location, description };
}

/** Whether the reader is still entering it: what is missing then is no fault yet. */
export function isBegun({ isAdded, values }: DraftRow): boolean {
  if (!isAdded || values === null) return false;
  const { title, allDay, startDate, startTime, endDate, endTime } = values;
  return (
    title.trim() === "" ||
    startDate === null ||
    endDate === null ||
    (!allDay && (startTime === null || endTime === null))
  );
}

/** German sentences: why the row can't be taken over as it is. */
export function problemsOf(row: DraftRow): string[] {
  const { draft, values } = row;
  if (isBegun(row)) return ["Noch nicht vollständig."];
  if (values !== null) {
    const { calendarId: _calendar, ...problems } = checkEvent(values);
    return Object.values(problems);
  }
  if (draft.problems.length > 0) return draft.problems;
  const problem = draftProblem(draft);
  return problem === null ? [] : [problem];
}

/** Chosen at first: what is whole and new, or updates an event of this very calendar. */
export function isChosenAtFirst(row: DraftRow, calendarId: string | null): boolean {
  if (problemsOf(row).length > 0) return false;
  const { duplicateOf, uid } = row.draft;
  return duplicateOf === null || (uid !== null && duplicateOf.calendar.id === calendarId);
}

/** A series whose exceptions hang on its times is mended in the calendar, not here. */
export function hasFixedTimes({ draft }: DraftRow): boolean {
  return draft.exdates.length > 0 || draft.exceptions.length > 0;
}

/** What is sent; only for rows without problems. */
export function entryOf(row: DraftRow): ListEntry {
  return entryOfDraft({ ...row.draft, ...shownDraft(row) });
}
