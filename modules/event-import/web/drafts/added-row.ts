import type { EventDraft } from "#modules/calendars/exchange-contract.ts";
import { valuesOfDraft, type DraftRow } from "./draft-rows.ts";

/** Returns a row for an event that the reader enters; `page`: where it stands in the document. */
export function addedRow(id: number, page: number | null): DraftRow {
  const draft: EventDraft = {
    title: "",
    startDateTime: null,
    endDateTime: null,
    allDay: false,
    location: null,
    description: null,
    uid: null,
    sequence: 0,
    recurrence: null,
    exdates: [],
    exceptions: [],
    status: "CONFIRMED",
    page,
    line: null,
    uncertainFields: [],
    problems: [],
    hints: [],
    duplicateOf: null,
    clashesWith: [],
  };
  return { id, draft, values: valuesOfDraft(draft), isAdded: true };
}
