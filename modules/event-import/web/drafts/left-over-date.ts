import { wallClock } from "#platform/web/format/format.ts";
import type { EventDraft } from "#modules/calendars/exchange-contract.ts";
import type { ProgrammeDraft } from "../../contract.ts";
import { valuesOfDraft, type DraftRow } from "./draft-rows.ts";

/** A date on a programme that no event was found for. */
export interface LeftOverDate {
  draft: ProgrammeDraft;
  area: NonNullable<ProgrammeDraft["leftOver"]>["area"];
}

/** Tells events and dates without an event apart. */
export function divided(drafts: readonly (EventDraft | ProgrammeDraft)[]): {
  events: readonly EventDraft[];
  dates: readonly LeftOverDate[];
} {
  const dates = drafts.flatMap((draft) =>
    "leftOver" in draft && draft.leftOver !== null ? [{ draft, area: draft.leftOver.area }] : [],
  );
  const seen = new Set<EventDraft>(dates.map(({ draft }) => draft));
  return { events: drafts.filter((draft) => !seen.has(draft)), dates };
}

/** Returns a row for such a date, whose title the reader adds. */
export function rowOfDate(id: number, { draft }: LeftOverDate): DraftRow {
  return { id, draft, values: valuesOfDraft(draft), isAdded: true };
}

/** "12. März" */
export function dayOfDate({ draft }: LeftOverDate): string {
  const day = wallClock(draft.startDateTime)?.date;
  return day === undefined || day === null
    ? ""
    : Temporal.PlainDate.from(day).toLocaleString("de", { day: "numeric", month: "long" });
}
