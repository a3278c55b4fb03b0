import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { QueryInput } from "#platform/contract/route.ts";
import { call } from "#platform/web/api/api.ts";
import { changelogContract } from "../contract.ts";

export type HistoryFilter = QueryInput<typeof changelogContract.searchChanges>;

export function changesQuery(filter: HistoryFilter) {
  return queryOptions({
    queryKey: ["change", "search", filter],
    queryFn: ({ signal }) => call(changelogContract.searchChanges, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Named after `me`: whoever's own data change is told so, without hearing of others' changes. */
export function ownChangesQuery(page: number) {
  return queryOptions({
    queryKey: ["me", "history", page],
    queryFn: ({ signal }) =>
      call(changelogContract.listMyChanges, { query: { page, size: 5 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Fields that occur in the history, for the filter. */
export const changeFieldsQuery = queryOptions({
  queryKey: ["change", "fields"],
  queryFn: ({ signal }) => call(changelogContract.listChangeFields, { signal }),
  staleTime: 60_000,
});

/** What is set back may be a member, a group, a membership or a log-in. */
export function useRefreshAfterRevert(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ["change", "user", "group", "membership", "me"].map((kind) =>
        queryClient.invalidateQueries({ queryKey: [kind] }),
      ),
    );
}
