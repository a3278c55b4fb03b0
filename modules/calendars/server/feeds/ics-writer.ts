import ICAL from "ical.js";
import type { InvitationState } from "../../contract.ts";
import { ClubTime } from "../time/club-time.ts";
import type { EventRow } from "../events/event-record.ts";
import { type JCal, type JCalProperty, vtimezone } from "./vtimezone.ts";

/**
 * An event as calendar programs get it: a single one, a series, or an occurrence that differs from
 * its series.
 */
export type IcsEvent = Pick<
  EventRow,
  | "uid"
  | "sequence"
  | "title"
  | "description"
  | "location"
  | "meet_at"
  | "starts_at"
  | "ends_at"
  | "all_day"
  | "status"
  | "cancel_reason"
  | "recurrence"
  | "exdates"
  | "recurrence_start"
  | "created_at"
  | "updated_at"
> & {
  /** Of an occurrence: whether its series is all-day; absent: as it is itself. */
  seriesAllDay?: boolean | undefined;
  /** Address of its page. */
  url?: string | undefined;
  /** The reader's own answer: declined events don't block their time, open ones are tentative. */
  answer?: InvitationState | undefined;
  /** Of mails only: who invites, and the one person who is asked. */
  invitation?: Invitation | undefined;
};

interface Invitation {
  organizer: { name: string; address: string };
  attendee: { name: string; address: string; state: InvitationState };
}

export interface IcsCalendar {
  /** Shown by calendar programs; null in mails with a single event. */
  name: string | null;
  timeZone: string;
  color?: string;
  /** PUBLISH for feeds and files; REQUEST invites, CANCEL tells that an event is off. */
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  /** Events of one series must stand in one calendar. */
  events: readonly IcsEvent[];
}

// A continuation line begins with a blank, which ical.js does not count: 74 keeps every line within
// 75 octets.
ICAL.foldLength = 74;
// Names of calendars as programs expect them, without VALUE=TEXT.
for (const name of ["name", "color", "x-wr-calname", "x-wr-timezone"])
  ICAL.design.icalendar.property[name] = { defaultType: "text" };
ICAL.design.icalendar.property["x-published-ttl"] = { defaultType: "duration" };

const CSS_COLORS: Readonly<Record<string, string>> = {
  GREEN: "green",
  BLUE: "blue",
  YELLOW: "gold",
  RED: "red",
};
/** How often calendar programs should ask again. */
const REFRESH = "PT1H";

/**
 * The calendar as text (RFC 5545). Every text goes through ical.js's escaping; nothing in it can
 * begin a line.
 */
export function writeIcs(calendar: IcsCalendar): string {
  return [...icsParts(calendar)].join("");
}

/** The same piece by piece: heading, each event, end. */
export function* icsParts({
  name,
  timeZone,
  color,
  method,
  events,
}: IcsCalendar): Generator<string> {
  const properties: JCalProperty[] = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", "-//Vereinsheim//Kalender//DE"],
    ["calscale", {}, "text", "GREGORIAN"],
    ["method", {}, "text", method],
  ];
  if (name !== null) {
    properties.push(
      ["name", {}, "text", line(name)],
      ["x-wr-calname", {}, "text", line(name)],
      ["x-wr-timezone", {}, "text", timeZone],
      ["refresh-interval", {}, "duration", REFRESH],
      ["x-published-ttl", {}, "duration", REFRESH],
    );
  }
  if (color !== undefined) properties.push(["color", {}, "text", CSS_COLORS[color] ?? "gold"]);
  const time = ClubTime.in(timeZone);
  const timed = events.filter(({ all_day }) => !all_day);
  const zones =
    timed.length === 0 || isUtc(timeZone) ? [] : [vtimezone(timeZone, firstYear(timed))];
  const end = "END:VCALENDAR\r\n";
  yield ICAL.stringify(["vcalendar", properties, zones] satisfies JCal).slice(0, -end.length);
  for (const event of events) yield ICAL.stringify(vevent(event, time, method));
  yield end;
}

function firstYear(events: readonly IcsEvent[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { starts_at } of events) first = Math.min(first, starts_at);
  return new Date(first).getUTCFullYear() - 1;
}

function vevent(event: IcsEvent, time: ClubTime, method: IcsCalendar["method"]): JCal {
  const { all_day: allDay, answer, exdates, recurrence } = event;
  const properties: JCalProperty[] = [
    ["uid", {}, "text", line(event.uid)],
    ["dtstamp", {}, "date-time", utc(event.updated_at)],
    ["created", {}, "date-time", utc(event.created_at)],
    ["last-modified", {}, "date-time", utc(event.updated_at)],
    ["sequence", {}, "integer", event.sequence],
    ["summary", {}, "text", line(titleOf(event))],
    moment("dtstart", event.starts_at, allDay, time),
  ];
  if (allDay || event.ends_at > event.starts_at)
    properties.push(moment("dtend", event.ends_at, allDay, time));
  if (event.recurrence_start !== null)
    properties.push(
      moment("recurrence-id", event.recurrence_start, event.seriesAllDay ?? allDay, time),
    );
  if (recurrence !== null) {
    properties.push(ICAL.parse.property(`RRULE:${recurrence}`) as JCalProperty);
    for (const left of exdates) properties.push(moment("exdate", left, allDay, time));
  }
  const description = describedWith(event, time);
  if (description !== null) properties.push(["description", {}, "text", lines(description)]);
  if (event.location !== null) properties.push(["location", {}, "text", line(event.location)]);
  if (event.url !== undefined) properties.push(["url", {}, "uri", event.url]);
  if (event.invitation !== undefined) properties.push(...invited(event.invitation));
  const cancelled = event.status === "CANCELLED" || method === "CANCEL";
  properties.push(
    [
      "status",
      {},
      "text",
      cancelled
        ? "CANCELLED"
        : answer === "OPEN" || answer === "WAITING"
          ? "TENTATIVE"
          : "CONFIRMED",
    ],
    ["transp", {}, "text", allDay || cancelled || answer === "DECLINED" ? "TRANSPARENT" : "OPAQUE"],
  );
  return ["vevent", properties, []];
}

const PARTICIPATION = {
  OPEN: "NEEDS-ACTION",
  ACCEPTED: "ACCEPTED",
  DECLINED: "DECLINED",
  WAITING: "TENTATIVE",
} as const;

function invited({ organizer, attendee }: Invitation): JCalProperty[] {
  return [
    ["organizer", { cn: quotable(organizer.name) }, "cal-address", mailto(organizer.address)],
    [
      "attendee",
      {
        cn: quotable(attendee.name),
        cutype: "INDIVIDUAL",
        role: "REQ-PARTICIPANT",
        partstat: PARTICIPATION[attendee.state],
        rsvp: attendee.state === "OPEN" ? "TRUE" : "FALSE",
      },
      "cal-address",
      mailto(attendee.address),
    ],
  ];
}

/** A name as a parameter, which knows no quotation marks in a value (RFC 5545, 3.2). */
function quotable(name: string): string {
  return line(name).replaceAll('"', "'");
}

function mailto(address: string): string {
  return `mailto:${line(address).replaceAll(" ", "")}`;
}

const ANSWER_MARKS = { OPEN: "(offen)", DECLINED: "(abgesagt)", WAITING: "(Warteliste)" } as const;

function titleOf({ title, answer }: IcsEvent): string {
  return answer === undefined || answer === "ACCEPTED" ? title : `${ANSWER_MARKS[answer]} ${title}`;
}

function describedWith(
  { status, cancel_reason, meet_at, description }: IcsEvent,
  time: ClubTime,
): string | null {
  const parts = [
    status === "CANCELLED" && cancel_reason !== null && `Abgesagt: ${cancel_reason}`,
    meet_at !== null && `Treffen um ${time.toIso(meet_at).slice(11, 16)} Uhr`,
    description,
  ].filter((part) => typeof part === "string");
  return parts.length === 0 ? null : parts.join("\n\n");
}

/**
 * A day, or a wall-clock time in the club's zone; UTC where the wall clock shows that time twice.
 */
function moment(name: string, value: number, allDay: boolean, time: ClubTime): JCalProperty {
  if (allDay) return [name, {}, "date", time.dayOf(value)];
  const local = time.toLocal(value);
  if (isUtc(time.timeZone) || time.toMoment(local) !== value)
    return [name, {}, "date-time", utc(value)];
  return [name, { tzid: time.timeZone }, "date-time", new Date(local).toISOString().slice(0, 19)];
}

function utc(value: number): string {
  return `${new Date(value).toISOString().slice(0, 19)}Z`;
}

function isUtc(timeZone: string): boolean {
  return /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu)$/i.test(timeZone);
}

/** Without control characters: a line break of any kind in a title is a blank. */
function line(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
  return value.toWellFormed().replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ");
}

function lines(value: string): string {
  return (
    value
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
      // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ")
  );
}
