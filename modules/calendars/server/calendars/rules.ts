import { canOf } from "#platform/server/http/can.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { Calendar, Event, EventStatus } from "../../contract.ts";

/** Name, colour, grants and the feed's address need MANAGE_CALENDAR. */
export function mayManageCalendars(reader: Principal): boolean {
  return holds(reader, "MANAGE_CALENDAR");
}

/** What a reader may do with a calendar, as named in `can`. */
export function rightsOnCalendar(reader: Principal, writes: boolean): Calendar["can"] {
  const manages = mayManageCalendars(reader);
  return canOf<Calendar>({ ADD_EVENT: writes, EDIT: manages, DELETE: manages });
}

/** Returns what a reader may do with an event; without write access to its calendar, nothing. */
export function rightsOnEvent(writes: boolean, status: EventStatus): Event["can"] {
  const takesPlace = status !== "CANCELLED";
  return canOf<Event>({
    EDIT: writes,
    DELETE: writes,
    CANCEL: writes && takesPlace,
    INVITE: writes && takesPlace,
    REINSTATE: writes && !takesPlace,
  });
}
