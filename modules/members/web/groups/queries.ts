import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import type { QueryInput } from "#platform/contract/route.ts";
import { ME_KEY } from "#platform/web/session/me.tsx";
import { usersContract } from "../../contract.ts";
import { groupsContract, type Group } from "../../groups-contract.ts";

/** All groups, each parent before its children. */
export const groupTreeQuery = queryOptions({
  queryKey: ["group", "tree"],
  queryFn: ({ signal }) => call(groupsContract.listGroupTree, { signal }),
});

/** The groups that new members join. */
export const newMemberGroupsQuery = queryOptions({
  queryKey: ["group", "for-new-members"],
  queryFn: ({ signal }) => call(usersContract.listNewMemberGroups, { signal, silent: true }),
});

/** Returns the labels of the groups that new members join; none until they are known. */
export function useNewMemberGroupNames(): string[] {
  return (useQuery(newMemberGroupsQuery).data ?? []).map(groupPrefixed);
}

export function groupQuery(groupId: string) {
  return queryOptions({
    queryKey: ["group", "record", groupId],
    queryFn: ({ signal }) => call(groupsContract.getGroup, { params: { id: groupId }, signal }),
  });
}

export type GroupMembersFilter = QueryInput<typeof groupsContract.searchGroupMembers>;

export function groupMembersQuery(groupId: string, filter: GroupMembersFilter) {
  return queryOptions({
    queryKey: ["membership", "of-group", groupId, filter],
    queryFn: ({ signal }) =>
      call(groupsContract.searchGroupMembers, { params: { id: groupId }, query: filter, signal }),
  });
}

/**
 * A change of a group also shows in members, in the history and perhaps in the reader's own rights.
 */
export function refreshGroups(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [["group"], ["membership"], ["user"], ["change"], [...ME_KEY]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

export function useRefreshGroups(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => refreshGroups(queryClient);
}

/** The group itself and everything below it: none of them may become its parent. */
export function withDescendants(groups: readonly Group[], groupId: string): ReadonlySet<string> {
  const ids = new Set([groupId]);
  // Parents stand before their children, so one pass sees every level.
  for (const group of groups) if (group.parent && ids.has(group.parent.id)) ids.add(group.id);
  return ids;
}
