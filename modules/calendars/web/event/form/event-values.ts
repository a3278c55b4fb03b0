import { addDays, clubInstant, daysBetween } from "#platform/web/format/club-time.ts";
import { today, wallClock } from "#platform/web/format/format.ts";
import type { Event, EventScope, InvitationSettings } from "../../../contract.ts";
import {
  guestsProblem,
  INVITE_LABELS,
  type InviteValues,
  NOBODY_INVITED,
} from "../../invitations/invite-values.ts";
import {
  recurrenceFor,
  recurrenceMoved,
  ruleOfValues,
  valuesOfRule,
  type RecurrenceValues,
} from "../../recurrence/recurrence-values.ts";

/** An event as its form holds it: dates and times on the club's clock. */
export interface EventValues extends Record<string, unknown> {
  title: string;
  calendarId: string | null;
  allDay: boolean;
  startDate: string | null;
  startTime: string | null;
  endDate: string | null;
  endTime: string | null;
  /** On the day of the beginning, or on the evening before where it is later than the beginning. */
  meetTime: string | null;
  location: string;
  description: string;
  recurrence: RecurrenceValues;
  /** Dates on which the series does not take place. */
  leftOut: string[];
  /** Whether the series does not take place on school holidays and public holidays either. */
  leavesOutHolidays: boolean;
  deadlineDate: string | null;
  deadlineTime: string | null;
  maximum: number | "";
  waitingList: boolean;
  allowComment: boolean;
  allowCompanions: boolean;
  /** Who is invited with a new event. */
  invite: InviteValues;
}

/** The names of the fields, also of the server's paths, for the summary of errors. */
export const EVENT_FIELD_LABELS: Readonly<Record<string, string>> = {
  title: "Titel",
  calendarId: "Kalender",
  allDay: "Ganztägig",
  startDateTime: "Beginn",
  startDate: "Beginn am",
  startTime: "Beginn um",
  endDateTime: "Ende",
  endDate: "Ende am",
  endTime: "Ende um",
  meetAt: "Treffen",
  meetTime: "Treffen um",
  location: "Ort",
  description: "Beschreibung",
  recurrence: "Wiederholung",
  leftOut: "Fällt aus",
  leavesOutHolidays: "In Schulferien und an Feiertagen ausfallen",
  exdates: "Fällt aus",
  deadlineDate: "Antwort bis",
  deadlineTime: "Antwort bis (Uhrzeit)",
  "invitationSettings.deadline": "Antwort bis",
  maximum: "Höchstzahl",
  "invitationSettings.maximum": "Höchstzahl",
  waitingList: "Warteliste",
  allowComment: "Kommentar",
  allowCompanions: "Begleitpersonen",
  ...Object.fromEntries(
    Object.entries(INVITE_LABELS).map(([field, label]) => [`invite.${field}`, label]),
  ),
};

export const DEFAULT_SETTINGS: InvitationSettings = {
  deadline: null,
  maximum: null,
  allowComment: true,
  allowCompanions: false,
  waitingList: true,
};

export interface NewEvent {
  calendarId: string | null;
  /**
   * `2026-12-24` or `2026-12-24T18:30` on the club's clock, or a point in time; absent: the next
   * full hour.
   */
  start?: string;
  end?: string;
  allDay?: boolean;
}

export function newEventValues({ calendarId, start, end, allDay }: NewEvent): EventValues {
  const begin = clockOf(start) ?? nextFullHour();
  const until = clockOf(end) ?? hourAfter(begin);
  return {
    title: "",
    calendarId,
    allDay: allDay ?? false,
    startDate: begin.date,
    startTime: begin.time,
    endDate: until.date,
    endTime: until.time,
    meetTime: null,
    location: "",
    description: "",
    recurrence: recurrenceFor(begin.date),
    leftOut: [],
    leavesOutHolidays: false,
    invite: NOBODY_INVITED,
    ...settingsValues(DEFAULT_SETTINGS),
  };
}

export function valuesOf(event: Event): EventValues {
  const begin = wallClock(event.startDateTime) ?? nextFullHour();
  const until = wallClock(event.endDateTime) ?? begin;
  return {
    title: event.title,
    calendarId: event.calendar.id,
    allDay: event.allDay,
    startDate: begin.date,
    startTime: event.allDay ? "18:00" : begin.time,
    endDate: until.date,
    endTime: event.allDay ? "20:00" : until.time,
    meetTime: wallClock(event.meetAt)?.time ?? null,
    location: event.location ?? "",
    description: event.description ?? "",
    recurrence: valuesOfRule(event.recurrence, begin.date),
    leftOut: event.exdates.map((one) => wallClock(one)?.date ?? "").toSorted(),
    leavesOutHolidays: event.leavesOutHolidays,
    invite: NOBODY_INVITED,
    ...settingsValues(event.invitationSettings ?? DEFAULT_SETTINGS),
  };
}

/** A new single event with the values of another one. */
export function copyOf(event: Event): EventValues {
  const values = valuesOf(event);
  const recurrence = recurrenceFor(values.startDate ?? today());
  return { ...values, recurrence, leftOut: [], leavesOutHolidays: false };
}

function settingsValues(settings: InvitationSettings) {
  const deadline = wallClock(settings.deadline);
  return {
    deadlineDate: deadline?.date ?? null,
    deadlineTime: deadline?.time ?? null,
    maximum: settings.maximum ?? ("" as const),
    waitingList: settings.waitingList,
    allowComment: settings.allowComment,
    allowCompanions: settings.allowCompanions,
  };
}

/**
 * What of a series is being changed; a single event and a series by its own id are changed as a
 * whole.
 */
export type FormScope = EventScope | "WHOLE";

/** German sentences by field for what the form itself can see. */
export function checkEvent(values: EventValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const guests = guestsProblem(values.invite.guests);
  if (guests !== undefined) errors["invite.guests"] = guests;
  if (values.title.trim() === "") errors["title"] = "Bitte geben Sie dem Termin einen Titel.";
  if (values.calendarId === null) errors["calendarId"] = "Bitte wählen Sie einen Kalender.";
  if (values.startDate === null)
    errors["startDate"] = "Bitte geben Sie an, an welchem Tag der Termin beginnt.";
  if (values.endDate === null)
    errors["endDate"] = "Bitte geben Sie an, an welchem Tag der Termin endet.";
  if (!values.allDay && values.startTime === null)
    errors["startTime"] = "Bitte geben Sie eine Uhrzeit an, zum Beispiel 18:30.";
  if (!values.allDay && values.endTime === null)
    errors["endTime"] = "Bitte geben Sie eine Uhrzeit an, zum Beispiel 20:00.";
  const isTimed = !["startDate", "endDate", "startTime", "endTime"].some(
    (field) => field in errors,
  );
  if (isTimed && endsBeforeStart(values))
    errors[values.allDay ? "endDate" : "endTime"] = "Das Ende liegt vor dem Beginn.";
  const { recurrence } = values;
  if (recurrence.repeat === "WEEKLY" && recurrence.weekdays.length === 0)
    errors["recurrence"] = "Bitte wählen Sie mindestens einen Wochentag.";
  if (recurrence.repeat !== "NONE" && recurrence.end === "UNTIL") {
    if (recurrence.until === null)
      errors["recurrence"] = "Bitte geben Sie an, bis wann sich der Termin wiederholt.";
    else if (values.startDate !== null && recurrence.until < values.startDate)
      errors["recurrence"] = "Die Wiederholung endet vor dem ersten Termin.";
  }
  if (values.deadlineTime !== null && values.deadlineDate === null)
    errors["deadlineDate"] = "Bitte geben Sie auch den Tag an.";
  return errors;
}

function endsBeforeStart({ allDay, startDate, startTime, endDate, endTime }: EventValues): boolean {
  const start = `${startDate}T${allDay ? "00:00" : startTime}`;
  return `${endDate}T${allDay ? "00:00" : endTime}` < start;
}

/** The writable fields as the interface takes them; `base` is the record the form began with. */
export function bodyOf(values: EventValues, base: Event | undefined) {
  const startDate = values.startDate ?? today();
  const endDate = values.endDate ?? startDate;
  const { allDay } = values;
  const startTime = values.startTime ?? "00:00";
  const meetDate =
    values.meetTime !== null && values.meetTime > startTime ? addDays(startDate, -1) : startDate;
  return {
    title: values.title.trim(),
    description: values.description,
    location: values.location.trim(),
    meetAt:
      allDay || values.meetTime === null ? null : instant(meetDate, values.meetTime, base?.meetAt),
    startDateTime: instant(startDate, allDay ? "00:00" : startTime, base?.startDateTime),
    endDateTime: instant(
      endDate,
      allDay ? "23:59" : (values.endTime ?? "00:00"),
      base?.endDateTime,
    ),
    allDay,
    invitationSettings: settingsOf(values, base),
  };
}

/** The rule and what is left out, as the interface takes them. */
export function recurrenceOf(values: EventValues) {
  const startDate = values.startDate ?? today();
  const recurrence = ruleOfValues(values.recurrence, startDate, values.allDay);
  const time = values.allDay ? "00:00" : (values.startTime ?? "00:00");
  return {
    recurrence,
    exdates: recurrence === null ? [] : values.leftOut.map((date) => clubInstant(date, time)),
    ...(recurrence !== null && { leavesOutHolidays: values.leavesOutHolidays }),
  };
}

function settingsOf(values: EventValues, base: Event | undefined): InvitationSettings | null {
  const settings = {
    deadline:
      values.deadlineDate === null
        ? null
        : instant(
            values.deadlineDate,
            values.deadlineTime ?? "23:59",
            base?.invitationSettings?.deadline,
          ),
    maximum: values.maximum === "" ? null : values.maximum,
    allowComment: values.allowComment,
    allowCompanions: values.allowCompanions,
    waitingList: values.waitingList,
  };
  const none =
    (base?.invitationSettings ?? null) === null &&
    (Object.keys(settings) as (keyof InvitationSettings)[]).every(
      (key) => settings[key] === DEFAULT_SETTINGS[key],
    );
  return none ? null : settings;
}

/**
 * An untouched time stays the point in time it was: the hour before the clock is put back exists
 * twice.
 */
function instant(date: string, time: string, before: string | null | undefined): string {
  const shown = wallClock(before);
  return before && shown?.date === date && shown.time === time ? before : clubInstant(date, time);
}

/** Whether people who accepted would be surprised: time or place is another one. */
export function isMoved(values: EventValues, before: EventValues): boolean {
  const fields = [
    "allDay",
    "startDate",
    "endDate",
    "location",
    ...(values.allDay ? [] : ["startTime", "endTime", "meetTime"]),
  ];
  return fields.some((field) => values[field] !== before[field]);
}

/** The beginning moves and takes the end and the recurrence along. */
export function withStart(
  values: EventValues,
  start: { startDate?: string | null; startTime?: string | null },
): EventValues {
  const next = { ...values, ...start };
  if (!values.startDate || !next.startDate) return next;
  const days = daysBetween(values.startDate, next.startDate);
  if (values.endDate && days !== 0) next.endDate = addDays(values.endDate, days);
  if (days !== 0) {
    next.recurrence = recurrenceMoved(values.recurrence, values.startDate, next.startDate);
  }
  if (
    values.startTime &&
    next.startTime &&
    values.endTime &&
    next.endDate &&
    start.startTime !== undefined
  ) {
    const moved =
      minutesOf(values.endTime) + minutesOf(next.startTime) - minutesOf(values.startTime);
    next.endDate = addDays(next.endDate, Math.floor(moved / DAY_MINUTES));
    next.endTime = timeOf(moved);
  }
  return next;
}

const DAY_MINUTES = 24 * 60;

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function timeOf(minutes: number): string {
  const inDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
}

interface Clock {
  date: string;
  time: string;
}

function clockOf(text: string | undefined): Clock | null {
  const local = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(text ?? "");
  if (local?.[1]) return { date: local[1], time: local[2] ?? "18:00" };
  return wallClock(text);
}

function nextFullHour(): Clock {
  return (
    wallClock(new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000).toISOString()) ?? {
      date: today(),
      time: "18:00",
    }
  );
}

function hourAfter({ date, time }: Clock): Clock {
  const minutes = minutesOf(time) + 60;
  return { date: addDays(date, Math.floor(minutes / DAY_MINUTES)), time: timeOf(minutes) };
}
