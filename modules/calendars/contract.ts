import { z } from "zod";
import { invite } from "./invite-shape.ts";
import {
  can,
  dateTime,
  id,
  idParams,
  optional,
  queryFlag,
  queryNumber,
  requiredText,
  text,
  version,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { noContent, route } from "#platform/contract/route.ts";
import { grant, grantLines } from "#modules/grants/contract.ts";

export const CALENDAR_COLORS = ["GREEN", "BLUE", "YELLOW", "RED"] as const;
export const CALENDAR_COLOR_LABELS: Record<(typeof CALENDAR_COLORS)[number], string> = {
  GREEN: "Grün",
  BLUE: "Blau",
  YELLOW: "Gelb",
  RED: "Rot",
};

/** Longest time that one list of events may span: two years and a day. */
export const MAX_PERIOD_DAYS = 732;
/** Longest event. */
export const MAX_EVENT_DAYS = 366;

/** Any other colour than the four is kept and shown as yellow. */
const color = requiredText(30);

export const calendarCreate = z.strictObject({
  name: requiredText(100),
  color: color.default("GREEN"),
  /** Absent: everybody in the club may read. */
  grants: grantLines.optional(),
});
export const calendarUpdate = z.strictObject({
  name: requiredText(100),
  color,
  grants: grantLines,
  version,
});
export type CalendarCreate = z.output<typeof calendarCreate>;

export const calendar = z.object({
  id,
  name: z.string(),
  color: z.string(),
  /** Id of the public feed `/public/{tenant}/ics/{icsId}.ics`; null for readers without EDIT. */
  icsId: z.string().nullable(),
  /** Null for readers without EDIT. */
  grants: z.array(grant).nullable(),
  version,
  /** ADD_EVENT: write events. */
  can: can("ADD_EVENT", "EDIT", "DELETE"),
});
export type Calendar = z.infer<typeof calendar>;

export const EVENT_STATUSES = ["CONFIRMED", "CANCELLED"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const INVITATION_STATES = ["OPEN", "ACCEPTED", "DECLINED", "WAITING"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

const maximum = z.int().min(1).max(100_000);

/**
 * How an event's invitations are answered; an event without it can be invited to as well, without
 * limits.
 */
const invitationSettingsInput = z.strictObject({
  /**
   * Answers are taken until here. Of a series: as far before each occurrence as before the first.
   */
  deadline: optional(dateTime),
  /** Most people who come, companions included. */
  maximum: optional(maximum),
  allowComment: z.boolean().default(true),
  allowCompanions: z.boolean().default(false),
  /**
   * Whether answers beyond the maximum wait for a place; false: they are refused with EVENT_FULL.
   */
  waitingList: z.boolean().default(true),
});
export const invitationSettings = z.object({
  deadline: dateTime.nullable(),
  maximum: maximum.nullable(),
  allowComment: z.boolean(),
  allowCompanions: z.boolean(),
  waitingList: z.boolean(),
});
export type InvitationSettings = z.infer<typeof invitationSettings>;

/** The reader's own invitation to an event. */
export const myInvitation = z.object({
  id,
  state: z.enum(INVITATION_STATES),
  /** Place in the waiting list, from 1; null in other states. */
  position: z.int().nullable(),
  comment: z.string().nullable(),
  companions: z.int(),
  answeredAt: dateTime.nullable(),
});
export type MyInvitation = z.infer<typeof myInvitation>;

/** An iCalendar recurrence rule as text, `FREQ=WEEKLY;BYDAY=MO`. */
const recurrence = text(500);

const writableEvent = {
  title: requiredText(200),
  description: optional(text(10_000, { multiline: true })),
  location: optional(text(300)),
  /** When to meet; not after the beginning. */
  meetAt: optional(dateTime),
  startDateTime: dateTime,
  /** Of an all-day event: any moment of its last day, or the midnight that ends it. */
  endDateTime: dateTime,
  allDay: z.boolean().default(false),
  invitationSettings: optional(invitationSettingsInput),
};

/** Beginnings of occurrences that are left out of a series. */
const exdates = z.array(dateTime).max(2_000);

/** Of a series: its occurrences on the club's school holidays and public holidays are left out. */
const leavesOutHolidays = z.boolean().optional();

export const eventCreate = z.strictObject({
  ...writableEvent,
  recurrence: optional(recurrence),
  exdates: exdates.default([]),
  leavesOutHolidays,
});
export type EventCreate = z.output<typeof eventCreate>;

export const eventUpdate = z.strictObject({
  ...writableEvent,
  /** Moves the event, a series as a whole, to another calendar. */
  calendarId: id.optional(),
  /**
   * Of a series. Absent: the rule stays; null: from now on a single event. Ignored where one
   * occurrence is changed.
   */
  recurrence: recurrence.nullable().optional(),
  /** Of a series. Absent: those left out stay left out. */
  exdates: exdates.optional(),
  /** Absent: as it was. */
  leavesOutHolidays,
  version,
});
export type EventUpdate = z.output<typeof eventUpdate>;

/**
 * An event, or one occurrence of a series: then `occurrenceOf` is the series' id and `recurrence`
 * its rule. The id of an occurrence never changes while it happens; the series' own id means the
 * series, with the times of its beginning.
 */
export const event = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  meetAt: dateTime.nullable(),
  startDateTime: dateTime,
  /** Of an all-day event: the last second of its last day. */
  endDateTime: dateTime,
  allDay: z.boolean(),
  recurrence: z.string().nullable(),
  occurrenceOf: id.nullable(),
  /** Of an occurrence: when the rule would have it begin, whatever it was moved to. */
  originalStart: dateTime.nullable(),
  /** Of the series' own id: beginnings that people left out. Empty otherwise. */
  exdates: z.array(dateTime),
  /** Of the series' own id. */
  leavesOutHolidays: z.boolean(),
  /** Of the series' own id: the other beginnings that are left out, for holidays. */
  holidayExdates: z.array(dateTime),
  status: z.enum(EVENT_STATUSES),
  /** Why it was cancelled, if that was said. */
  cancelReason: z.string().nullable(),
  calendar: z.object({ id, name: z.string(), color: z.string() }),
  invitationSettings: invitationSettings.nullable(),
  myInvitation: myInvitation.nullable(),
  updatedAt: dateTime,
  /** Name of who changed it last; null for readers without EDIT. */
  updatedBy: z.string().nullable(),
  version,
  /** CANCEL and INVITE until it is cancelled, REINSTATE from then on. */
  can: can("EDIT", "DELETE", "CANCEL", "INVITE", "REINSTATE"),
});
export type Event = z.infer<typeof event>;

export const EVENT_SCOPES = ["ONE", "FOLLOWING", "ALL"] as const;
/**
 * Which occurrences of a series are meant. Absent: ONE for an occurrence's id, ALL for the series'
 * own id.
 */
const scope = z.enum(EVENT_SCOPES).optional();
export type EventScope = (typeof EVENT_SCOPES)[number];

/** Whom a message tells that an event was called off, or takes place after all. */
const telling = z.strictObject({
  /** With everybody in their sub-groups. */
  groupIds: z.array(id).max(50).default([]),
  /** Everybody who may see the event's calendar. */
  everyone: z.boolean().default(false),
});
export type Telling = z.output<typeof telling>;

export const cancellation = z.strictObject({
  /** Stands at the event and in the mails. */
  reason: optional(text(500, { multiline: true })),
  tell: telling.optional(),
});
export const reinstatement = z.strictObject({ tell: telling.optional() });

const year = queryNumber(1900, 2200);
const month = queryNumber(1, 12);
const day = queryNumber(1, 31);
const period = { from: dateTime, to: dateTime };

export const calendarsContract = {
  searchCalendars: route({
    method: "GET",
    path: "/calendar/search",
    access: "QUERY_CALENDAR",
    summary: "Readable calendars by name",
    query: z.strictObject({ q: z.string().max(200).optional(), ...pageQuery(["name", "color"]) }),
    answer: pageOf(calendar),
  }),
  createCalendar: route({
    method: "POST",
    path: "/calendar",
    access: "MANAGE_CALENDAR",
    summary: "Create a calendar",
    body: calendarCreate,
    answer: calendar,
    status: 201,
  }),
  getCalendar: route({
    method: "GET",
    path: "/calendar/{id}",
    access: "QUERY_CALENDAR",
    summary: "One calendar",
    params: idParams,
    answer: calendar,
  }),
  updateCalendar: route({
    method: "PUT",
    path: "/calendar/{id}",
    access: "MANAGE_CALENDAR",
    summary: "Change a calendar and who may use it",
    params: idParams,
    body: calendarUpdate,
    answer: calendar,
  }),
  deleteCalendar: route({
    method: "DELETE",
    path: "/calendar/{id}",
    access: "MANAGE_CALENDAR",
    summary: "Delete a calendar with all its events",
    params: idParams,
    answer: noContent,
  }),
  renewIcs: route({
    method: "POST",
    path: "/calendar/{id}/renew-ics",
    access: "MANAGE_CALENDAR",
    summary: "Give the public feed a new id; the old address ends",
    params: idParams,
    answer: calendar,
  }),
  listYear: route({
    method: "GET",
    path: "/calendar/{id}/year",
    access: "QUERY_CALENDAR",
    summary: "Events of this year",
    params: idParams,
    answer: z.array(event),
    preserialized: true,
  }),
  listYearOf: route({
    method: "GET",
    path: "/calendar/{id}/year/{y}",
    access: "QUERY_CALENDAR",
    summary: "Events of a year",
    params: z.strictObject({ id, y: year }),
    answer: z.array(event),
    preserialized: true,
  }),
  listMonth: route({
    method: "GET",
    path: "/calendar/{id}/year/{y}/month/{m}",
    access: "QUERY_CALENDAR",
    summary: "Events of a month",
    params: z.strictObject({ id, y: year, m: month }),
    answer: z.array(event),
    preserialized: true,
  }),
  listDay: route({
    method: "GET",
    path: "/calendar/{id}/year/{y}/month/{m}/day/{d}",
    access: "QUERY_CALENDAR",
    summary: "Events of a day",
    params: z.strictObject({ id, y: year, m: month, d: day }),
    answer: z.array(event),
    preserialized: true,
  }),
  listPeriod: route({
    method: "GET",
    path: "/calendar/{id}/period",
    access: "QUERY_CALENDAR",
    summary:
      "Events that touch a period of at most two years, occurrences one by one, by beginning",
    params: idParams,
    query: z.strictObject(period),
    answer: z.array(event),
    preserialized: true,
  }),
  searchEvents: route({
    method: "GET",
    path: "/event/search",
    access: "QUERY_CALENDAR",
    summary: "Events of several calendars in a period of at most two years, by beginning",
    query: z.strictObject({
      /**
       * Ids separated by commas; those the reader may not see are left out. Absent: all readable
       * ones.
       */
      calendars: z.string().max(8_000).optional(),
      ...period,
    }),
    answer: z.array(event),
    preserialized: true,
  }),
  listUpcoming: route({
    method: "GET",
    path: "/event/upcoming",
    access: "QUERY_CALENDAR",
    summary: "Events of all readable calendars that are running or begin within two years",
    /** The specification's default of this list is five. */
    query: z.strictObject({
      ...pageQuery(["startDateTime"]),
      size: queryNumber(1, 200).default(5),
    }),
    answer: pageOf(event),
  }),
  createEvent: route({
    method: "POST",
    path: "/calendar/{id}/event",
    access: "QUERY_CALENDAR",
    summary: "Create an event or a series",
    params: idParams,
    /** With `invite` people are invited at once; nothing is made where one of them is refused. */
    body: eventCreate.extend({ invite: invite.optional() }),
    answer: event,
    status: 201,
  }),
  getEvent: route({
    method: "GET",
    path: "/event/{id}",
    access: "QUERY_CALENDAR",
    summary: "An event, a series or one occurrence",
    params: idParams,
    answer: event,
  }),
  updateEvent: route({
    method: "PUT",
    path: "/event/{id}",
    access: "QUERY_CALENDAR",
    summary: "Change an event; of a series one occurrence, this and the following, or all",
    params: idParams,
    query: z.strictObject({
      scope,
      /** When the time or place changes: whether answers given so far are asked for again. */
      resetAnswers: queryFlag().default(false),
    }),
    body: eventUpdate,
    answer: event,
  }),
  deleteEvent: route({
    method: "DELETE",
    path: "/event/{id}",
    access: "QUERY_CALENDAR",
    summary: "Delete an event; of a series one occurrence, this and the following, or all",
    params: idParams,
    query: z.strictObject({ scope }),
    answer: noContent,
  }),
  cancelEvent: route({
    method: "POST",
    path: "/event/{id}/cancel",
    access: "QUERY_CALENDAR",
    summary: "Call an event off: it stays visible as cancelled, invited people are told",
    params: idParams,
    query: z.strictObject({ scope }),
    body: cancellation,
    bodyOptional: true,
    answer: event,
  }),
  reinstateEvent: route({
    method: "POST",
    path: "/event/{id}/reinstate",
    access: "QUERY_CALENDAR",
    summary: "Take a cancellation back",
    params: idParams,
    query: z.strictObject({ scope }),
    body: reinstatement,
    bodyOptional: true,
    answer: event,
  }),
} as const;
