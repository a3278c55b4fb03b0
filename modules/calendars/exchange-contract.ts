import { z } from "zod";
import { id, idParams } from "#platform/contract/fields.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { event } from "./contract.ts";
import { eventDraft, eventListEntry } from "./draft-contract.ts";

export * from "./draft-contract.ts";

/** Most events that one file or one list may hold. */
export const MAX_IMPORTED_EVENTS = 5_000;
/** Largest calendar file, 10 MiB. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

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
    unremembered: "NO_EFFECT",
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
    mayLag: true,
    answer: bytes(["text/calendar"], undefined, { revalidated: true }),
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
