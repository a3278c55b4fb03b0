import { z } from "zod";
import { dateTime, id, optional, requiredText, text } from "#platform/contract/fields.ts";
import { EVENT_STATUSES, eventCreate } from "./contract.ts";

/** An event that a draft may be the same as, or overlaps with. */
export const eventReference = z.object({
  id,
  title: z.string(),
  location: z.string().nullable(),
  startDateTime: dateTime,
  endDateTime: dateTime,
  allDay: z.boolean(),
  calendar: z.object({ id, name: z.string(), color: z.string() }),
});
export type EventReference = z.infer<typeof eventReference>;

/** One occurrence of a series that differs from its rule, whole. */
const draftException = z.object({
  /** When the rule would have it begin. */
  recurrenceStart: dateTime,
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  startDateTime: dateTime,
  endDateTime: dateTime.nullable(),
  allDay: z.boolean(),
  status: z.enum(EVENT_STATUSES),
});

export const DRAFT_FIELDS = [
  "title",
  "startDateTime",
  "endDateTime",
  "allDay",
  "location",
  "description",
  "recurrence",
] as const;

/**
 * An event read from a file or a programme, not yet written anywhere. What may be sent to
 * `/calendar/{id}/event/list` are its writable fields: title to status.
 */
export const eventDraft = z.object({
  title: z.string(),
  /** Null where the file says nothing readable; then `problems` says why. */
  startDateTime: dateTime.nullable(),
  /** Of an all-day event: the last second of its last day. Null: no end is given. */
  endDateTime: dateTime.nullable(),
  allDay: z.boolean(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  /** Name of the event in its calendar file: sent again, it updates what was taken over before. */
  uid: z.string().nullable(),
  sequence: z.int().min(0),
  /** RRULE text of a series. */
  recurrence: z.string().nullable(),
  /** Beginnings left out of the series. */
  exdates: z.array(dateTime),
  exceptions: z.array(draftException),
  status: z.enum(EVENT_STATUSES),
  /** Page of the document, from 1. */
  page: z.int().nullable(),
  /** Line or row of the file, from 1. */
  line: z.int().nullable(),
  /** Fields that were guessed. */
  uncertainFields: z.array(z.enum(DRAFT_FIELDS)),
  /** German sentences: why the draft can't be taken over as it is. */
  problems: z.array(z.string()),
  /** German sentences: what was understood in a way worth looking at. */
  hints: z.array(z.string()),
  duplicateOf: eventReference.nullable(),
  /** Some of the events at the same time; those at the same place first. */
  clashesWith: z.array(eventReference),
});
export type EventDraft = z.infer<typeof eventDraft>;

const listException = z.strictObject({
  recurrenceStart: dateTime,
  title: requiredText(200),
  description: optional(text(10_000, { multiline: true })),
  location: optional(text(300)),
  startDateTime: dateTime,
  endDateTime: optional(dateTime),
  allDay: z.boolean().default(false),
  status: z.enum(EVENT_STATUSES).default("CONFIRMED"),
});

/**
 * One event of a list: like one created by hand, and what calendar files know besides. Files know
 * nothing of meeting and answering: where an event is updated by its UID, no `meetAt` and no
 * `invitationSettings` leave them as they are.
 */
export const eventListEntry = z.strictObject({
  // Files know dates; a list has no switch for holidays.
  ...eventCreate.omit({ leavesOutHolidays: true }).shape,
  /** Null: it ends when it begins, an all-day event with its first day. */
  endDateTime: optional(dateTime),
  uid: optional(text(500)),
  sequence: z.int().min(0).max(2_000_000_000).default(0),
  exceptions: z.array(listException).max(2_000).default([]),
  status: z.enum(EVENT_STATUSES).default("CONFIRMED"),
});
export type EventListEntry = z.output<typeof eventListEntry>;

/** Returns the fields of a draft that a list takes. */
export function entryOfDraft({
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
}: EntryFields) {
  return {
    title,
    startDateTime: startDateTime ?? "",
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

type EntryFields = Omit<
  EventDraft,
  "page" | "line" | "uncertainFields" | "problems" | "hints" | "duplicateOf" | "clashesWith"
>;

/**
 * Returns why a list would refuse the draft as it stands, a German sentence; null: it may take it.
 * What only the server can tell (rules and their exceptions) is not looked at.
 */
export function draftProblem(draft: EntryFields): string | null {
  if (draft.startDateTime === null) return "Der Beginn ist nicht lesbar.";
  if (draft.title.trim() === "") return "Der Titel fehlt.";
  const parsed = eventListEntry.safeParse(entryOfDraft(draft));
  if (parsed.success) return null;
  return parsed.error.issues[0]?.message ?? "Der Termin ist nicht vollständig.";
}
