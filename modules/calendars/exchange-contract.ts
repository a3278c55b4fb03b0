import { z } from "zod";
import { dateTime, id, idParams, optional, requiredText, text } from "#platform/contract/fields.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { event, EVENT_STATUSES, eventCreate } from "./contract.ts";

/** Most events that one file or one list may hold. */
export const MAX_IMPORTED_EVENTS = 5_000;
/** Largest calendar file, 10 MiB. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

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
  ...eventCreate.shape,
  /** Null: it ends when it begins, an all-day event with its first day. */
  endDateTime: optional(dateTime),
  uid: optional(text(500)),
  sequence: z.int().min(0).max(2_000_000_000).default(0),
  exceptions: z.array(listException).max(2_000).default([]),
  status: z.enum(EVENT_STATUSES).default("CONFIRMED"),
});
export type EventListEntry = z.output<typeof eventListEntry>;

/** The address of a member's own feed; null: there is none yet. */
export const myCalendarFeed = z.object({
  icsId: z.string().nullable(),
  /** Whole address, https. */
  url: z.string().nullable(),
});

export const exchangeContract = {
  importEvents: route({
    method: "POST",
    path: "/event/ics-import",
    access: "QUERY_CALENDAR",
    summary:
      "Read events from a calendar file (ICS) or a table (CSV, XLSX) as drafts; nothing is written",
    query: z.strictObject({
      /** Look for duplicates in this calendar only. */
      calendar: id.optional(),
    }),
    body: bytes(
      [
        "text/calendar",
        "text/csv",
        XLSX,
        "application/vnd.ms-excel",
        "application/ics",
        "text/plain",
        "application/octet-stream",
      ],
      MAX_IMPORT_BYTES,
    ),
    answer: z.array(eventDraft),
  }),
  saveEventList: route({
    method: "POST",
    path: "/calendar/{id}/event/list",
    access: "QUERY_CALENDAR",
    summary: "Write many events, all or none; a known UID updates its event",
    params: idParams,
    body: z.array(eventListEntry).min(1).max(MAX_IMPORTED_EVENTS),
    maxBytes: MAX_IMPORT_BYTES,
    answer: z.object({
      created: z.array(event),
      updated: z.array(event),
      /** How many were known already and the same. */
      unchanged: z.int(),
    }),
  }),
  getFeed: route({
    method: "GET",
    path: "/ics/{file}",
    access: "public",
    summary:
      "A calendar's or a member's own feed (iCalendar), named by its unguessable id and .ics",
    params: z.strictObject({ file: z.string().max(200) }),
    answer: bytes(["text/calendar"]),
  }),
  getMyCalendarFeed: route({
    method: "GET",
    path: "/me/calendar-feed",
    access: "loggedIn",
    summary:
      "Address of one's own feed with the events of all readable calendars and one's answers",
    answer: myCalendarFeed,
  }),
  renewMyCalendarFeed: route({
    method: "POST",
    path: "/me/calendar-feed/renew",
    access: "loggedIn",
    summary: "Make one's own feed, or give it a new address; the old one ends",
    answer: myCalendarFeed,
  }),
  deleteMyCalendarFeed: route({
    method: "DELETE",
    path: "/me/calendar-feed",
    access: "loggedIn",
    summary: "Switch one's own feed off",
    answer: noContent,
  }),
} as const;
