import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { EventStatus } from "../../contract.ts";

/** Name, colour, grants and the feed's address: whoever manages calendars. */
export function mayManageCalendars(reader: Principal): boolean {
  return holds(reader, "MANAGE_CALENDAR");
}

/** What a reader may do with a calendar, as named in `can`. */
export function rightsOnCalendar(reader: Principal, writes: boolean): string[] {
  return [
    ...(writes ? ["ADD_EVENT"] : []),
    ...(mayManageCalendars(reader) ? ["EDIT", "DELETE"] : []),
  ];
}

/** What somebody who may write in its calendar may do with an event; others nothing. */
export function rightsOnEvent(writes: boolean, status: EventStatus): string[] {
  if (!writes) return [];
  return status === "CANCELLED"
    ? ["EDIT", "DELETE", "REINSTATE"]
    : ["EDIT", "DELETE", "CANCEL", "INVITE"];
}
