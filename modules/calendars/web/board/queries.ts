import { queryOptions } from "@tanstack/react-query";
import { addDays } from "#platform/web/format/club-time.ts";
import { call } from "#platform/web/api/api.ts";
import { calendarsContract } from "../../contract.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import type { Period } from "./calendar-view.ts";

/**
 * Events of all readable calendars in a period. Which of them are shown is the page's own business,
 * so that switching a calendar on and off needs no request. A day more on either side holds every
 * time zone's idea of the period.
 */
export function periodEventsQuery({ from, to }: Period) {
  return queryOptions({
    queryKey: ["event", "period", from, to],
    queryFn: ({ signal }) =>
      call(calendarsContract.searchEvents, {
        query: { from: `${addDays(from, -1)}T00:00:00Z`, to: `${addDays(to, 1)}T00:00:00Z` },
        signal,
      }),
  });
}

/** How many people are invited to an event; the question after a move depends on it. */
export async function countInvited(eventId: string): Promise<number> {
  const { counts } = await call(invitationsContract.listEventInvitations, {
    params: { id: eventId },
    query: { size: 1 },
  });
  return counts.open + counts.accepted + counts.declined + counts.waiting;
}
