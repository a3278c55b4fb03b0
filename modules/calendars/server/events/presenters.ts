import type { Grant } from "#modules/grants/contract.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Calendar, Event, InvitationSettings, MyInvitation } from "../../contract.ts";
import type { CalendarAccess } from "../calendars/access.ts";
import type { CalendarRow } from "../calendars/calendar-queries.ts";
import type { ClubTime } from "../time/club-time.ts";
import { ownExdates } from "../holidays/holiday-exdates.ts";
import type { EventRow, Occurrence } from "./event-record.ts";
import { mayManageCalendars, rightsOnCalendar, rightsOnEvent } from "../calendars/rules.ts";

export function toCalendar(
  row: CalendarRow,
  grants: Grant[],
  access: CalendarAccess,
  reader: Principal,
): Calendar {
  const { id, name, color, ics_id, version } = row;
  const manages = mayManageCalendars(reader);
  return {
    id,
    name,
    color,
    icsId: manages ? ics_id : null,
    grants: manages ? grants : null,
    version,
    can: rightsOnCalendar(reader, access.mayWrite(id)),
  };
}

/** Who reads, and what of theirs goes into the answer. */
export interface EventReader {
  access: CalendarAccess;
  time: ClubTime;
  invitations: ReadonlyMap<string, MyInvitation>;
}

export function toEvent(
  occurrence: Occurrence,
  calendar: EventCalendar,
  reader: EventReader,
): Event {
  return { ...ownPart(occurrence, reader), ...sharedPart(occurrence, calendar, reader) };
}

/**
 * Returns a list as JSON. What the occurrences of a series have in common is made once: thousands
 * of objects that are thrown away at once keep the server busier than the events themselves.
 */
export function eventTexts(
  occurrences: readonly Occurrence[],
  calendarOf: (id: string) => EventCalendar,
  reader: EventReader,
): string {
  const shared = new Map<EventRow, string>();
  const texts = occurrences.map((occurrence) => {
    const { row } = occurrence;
    let rest = shared.get(row);
    if (rest === undefined) {
      const part = sharedPart(occurrence, calendarOf(row.calendar_id), reader);
      rest = JSON.stringify(part).slice(1);
      shared.set(row, rest);
    }
    return `${JSON.stringify(ownPart(occurrence, reader)).slice(0, -1)},${rest}`;
  });
  return `[${texts.join(",")}]`;
}

type EventCalendar = Pick<CalendarRow, "id" | "name" | "color">;

/** What each occurrence has for itself. */
type OwnPart = Pick<
  Event,
  | "id"
  | "meetAt"
  | "startDateTime"
  | "endDateTime"
  | "allDay"
  | "recurrence"
  | "occurrenceOf"
  | "originalStart"
  | "invitationSettings"
  | "myInvitation"
>;

function ownPart(occurrence: Occurrence, { time, invitations }: EventReader): OwnPart {
  return {
    id: occurrence.id,
    meetAt: isoOrNull(occurrence.meet_at, time),
    startDateTime: time.toIso(occurrence.starts_at),
    endDateTime: shownEnd(occurrence, time),
    allDay: occurrence.all_day,
    recurrence: occurrence.recurrence,
    occurrenceOf: occurrence.occurrenceOf,
    originalStart: isoOrNull(occurrence.originalStart, time),
    invitationSettings: settingsOf(occurrence.row, occurrence.answer_deadline, time),
    myInvitation: invitations.get(occurrence.id) ?? null,
  };
}

/** What is the same for all occurrences of a row: none of them is the series as a whole, or all. */
function sharedPart(
  { row, occurrenceOf }: Occurrence,
  calendar: EventCalendar,
  { access, time }: EventReader,
): Omit<Event, keyof OwnPart> {
  const writes = access.mayWrite(row.calendar_id);
  const isWhole = row.recurrence !== null && occurrenceOf === null;
  return {
    title: row.title,
    description: row.description,
    location: row.location,
    exdates: isWhole ? ownExdates(row).map((start) => time.toIso(start)) : [],
    leavesOutHolidays: isWhole && row.leaves_out_holidays,
    holidayExdates: isWhole ? row.holiday_exdates.map((start) => time.toIso(start)) : [],
    status: row.status,
    cancelReason: row.cancel_reason,
    calendar: { id: calendar.id, name: calendar.name, color: calendar.color },
    updatedAt: time.toIso(row.updated_at),
    updatedBy: writes ? (editorOf(row) ?? null) : null,
    version: row.version,
    can: rightsOnEvent(writes, row.status),
  };
}

/** The end as people say it: an all-day event ends with the last second of its last day. */
export function shownEnd(
  { ends_at, all_day }: Pick<Occurrence, "ends_at" | "all_day">,
  time: ClubTime,
): string {
  return time.toIso(all_day ? ends_at - 1_000 : ends_at);
}

export function settingsOf(
  row: Pick<EventRow, "answer_maximum" | "allow_comment" | "allow_companions" | "waiting_list">,
  deadline: number | null,
  time: ClubTime,
): InvitationSettings | null {
  if (row.allow_comment === null) return null;
  return {
    deadline: isoOrNull(deadline, time),
    maximum: row.answer_maximum,
    allowComment: row.allow_comment,
    allowCompanions: row.allow_companions ?? false,
    waitingList: row.waiting_list ?? true,
  };
}

function editorOf(row: EventRow): string | null {
  return "updated_by_name" in row ? (row.updated_by_name as string | null) : null;
}

function isoOrNull(moment: number | null, time: ClubTime): string | null {
  return moment === null ? null : time.toIso(moment);
}
