import type { EventDraft } from "../../exchange-contract.ts";

const MAX_TITLE = 200;
const MAX_LOCATION = 300;
const MAX_DESCRIPTION = 10_000;

/** A draft of what is known; everything else is as empty as a draft can be. */
export function newDraft(known: Partial<EventDraft> & Pick<EventDraft, "title">): EventDraft {
  return {
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
    page: null,
    line: null,
    uncertainFields: [],
    problems: [],
    hints: [],
    duplicateOf: null,
    clashesWith: [],
    ...known,
  };
}

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const BLANKS = /[\s\u0000-\u001f\u007f]+/g;
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * A text of a file as an event may have it: one line, without control characters; too long ones are
 * cut.
 */
export function oneLine(value: string, maxLength: number): string {
  return cut(value.toWellFormed().normalize("NFC").replace(BLANKS, " ").trim(), maxLength);
}

export const titleOf = (value: string): string => oneLine(value, MAX_TITLE);
export const locationOf = (value: string): string | null => oneLine(value, MAX_LOCATION) || null;

/** A text of several lines; null when nothing is left. */
export function descriptionOf(value: string): string | null {
  const lines = value
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, "")
    .trim();
  return cut(lines, MAX_DESCRIPTION) || null;
}

/** Never cuts a sign of two code units in half. */
function cut(value: string, maxLength: number): string {
  if (value.length <= maxLength) return value;
  return `${value
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trimEnd()}…`;
}
