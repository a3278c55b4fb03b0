import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import type { QueryInput } from "#platform/contract/route.ts";
import { invitationsContract } from "../../invitation-contract.ts";
import { seriesInvitationsContract } from "../../series-invitation-contract.ts";

export type InvitedFilter = QueryInput<typeof invitationsContract.listEventInvitations>;

/** The invited people of an event with their answers. */
export function invitedQuery(eventId: string, filter: InvitedFilter) {
  return queryOptions({
    queryKey: ["invitation", "of-event", eventId, filter],
    queryFn: ({ signal }) =>
      call(invitationsContract.listEventInvitations, {
        params: { id: eventId },
        query: filter,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The people of a series and what they said to its coming dates. */
export function seriesAnswersQuery(
  eventId: string,
  filter: QueryInput<typeof seriesInvitationsContract.searchSeriesAnswers>,
) {
  return queryOptions({
    queryKey: ["invitation", "of-series", eventId, filter],
    queryFn: ({ signal }) =>
      call(seriesInvitationsContract.searchSeriesAnswers, {
        params: { id: eventId },
        query: filter,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** One's own invitations: the open ones, or all. */
export function myInvitationsQuery(state: "OPEN" | "ALL") {
  return queryOptions({
    queryKey: ["invitation", "mine", state],
    queryFn: ({ signal }) =>
      call(invitationsContract.searchMyInvitations, {
        query: { state, size: 100, ...(state === "ALL" && { dir: "DESC" as const }) },
        signal,
      }),
  });
}
