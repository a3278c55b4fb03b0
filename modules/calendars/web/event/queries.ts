import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { calendarsContract } from "../../contract.ts";

/** All calendars the reader may see, by name. */
export const readableCalendarsQuery = queryOptions({
  queryKey: ["calendar", "readable"],
  queryFn: async ({ signal }) =>
    (await call(calendarsContract.searchCalendars, { query: { size: 200 }, signal })).content,
});

export function eventQuery(eventId: string) {
  return queryOptions({
    queryKey: ["event", "record", eventId],
    queryFn: ({ signal }) =>
      call(calendarsContract.getEvent, { params: { id: eventId }, signal, silent: true }),
  });
}

/** A change of an event shows in calendars, in invitations and on the dashboard. */
export function useRefreshEvents(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [["event"], ["invitation"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}
