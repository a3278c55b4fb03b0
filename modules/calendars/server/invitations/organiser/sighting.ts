import { holds } from "#platform/server/http/principal.ts";
import type { Sighting } from "#platform/server/sighting.ts";
import { calendarAccess } from "../../calendars/access.ts";
import { isInvitedIn } from "./invitee-queries.ts";

/** Whoever may write in a calendar sees who is invited to its events. */
export const invitedPeople: Sighting = async (tx, reader, memberId) => {
  if (!holds(reader, "QUERY_CALENDAR") && !holds(reader, "MANAGE_CALENDAR")) return false;
  const { calendars, mayWrite } = await calendarAccess(tx, reader);
  const writable = [...calendars.keys()].filter(mayWrite);
  return writable.length > 0 && isInvitedIn(tx, memberId, writable);
};
