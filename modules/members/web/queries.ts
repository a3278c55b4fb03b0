import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import { groupsContract } from "../groups-contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { usersContract } from "../contract.ts";
import type { BodyInput, QueryInput } from "#platform/contract/route.ts";

export type SearchQuery = QueryInput<typeof usersContract.searchUsers>;
export type TrashQuery = QueryInput<typeof usersContract.searchTrash>;
export type JubileeQuery = QueryInput<typeof usersContract.searchJubilees>;
export type DuplicateProbe = BodyInput<typeof usersContract.findDuplicates>;

/**
 * Keys begin with the live kind they depend on, so that an update from elsewhere refetches them.
 */
export const membersQuery = (query: SearchQuery) =>
  queryOptions({
    queryKey: ["user", "search", query],
    queryFn: ({ signal }) => call(usersContract.searchUsers, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** How many there are without any filter on a day, today without one. */
export const countsQuery = (asOf?: string) =>
  queryOptions({
    queryKey: ["user", "counts", asOf ?? ""],
    queryFn: ({ signal }) =>
      call(usersContract.countUsers, {
        query: asOf === undefined ? {} : { asOf },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ["user", "record", id],
    queryFn: ({ signal }) => call(usersContract.getUser, { params: { id }, signal, silent: true }),
  });

export const membershipsQuery = (id: string) =>
  queryOptions({
    queryKey: ["membership", "of-user", id],
    queryFn: ({ signal }) => call(groupsContract.listUserMemberships, { params: { id }, signal }),
  });

export const duplicatesQuery = (probe: DuplicateProbe) =>
  queryOptions({
    queryKey: ["user", "duplicates", probe],
    // Only a hint beside the form: a failure must not disturb the entering.
    queryFn: ({ signal }) =>
      call(usersContract.findDuplicates, { body: probe, signal, silent: true, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const trashQuery = (query: TrashQuery) =>
  queryOptions({
    queryKey: ["user", "trash", query],
    queryFn: ({ signal }) => call(usersContract.searchTrash, { query, signal }),
    placeholderData: keepPreviousData,
  });

type DueQuery = QueryInput<typeof usersContract.searchDueDeletions>;

export const dueDeletionsQuery = (query: DueQuery) =>
  queryOptions({
    queryKey: ["user", "due-deletions", query],
    queryFn: ({ signal }) => call(usersContract.searchDueDeletions, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const deletionPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ["user", "deletion-preview", id],
    queryFn: ({ signal }) =>
      call(usersContract.previewDeletion, { params: { id }, signal, silent: true }),
  });

export const jubileesQuery = (query: JubileeQuery) =>
  queryOptions({
    queryKey: ["user", "jubilees", query],
    queryFn: ({ signal }) => call(usersContract.searchJubilees, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const viewsQuery = queryOptions({
  queryKey: ["user-view"],
  queryFn: ({ signal }) => call(usersContract.searchViews, { signal }),
});

const customFieldsQuery = queryOptions({
  queryKey: ["custom-field"],
  queryFn: ({ signal }) => call(tenantsContract.listCustomFields, { signal }),
  staleTime: 5 * 60_000,
});

const NONE: never[] = [];

/** The club's custom member fields in their order; empty while loading. */
export function useCustomFields() {
  return useQuery(customFieldsQuery).data ?? NONE;
}

/** The same, but undefined until they are known: a form must not start without them. */
export function useCustomFieldsWhenKnown() {
  return useQuery(customFieldsQuery).data;
}

const groupTreeQuery = queryOptions({
  queryKey: ["group", "tree"],
  queryFn: ({ signal }) => call(groupsContract.listGroupTree, { signal }),
  staleTime: 60_000,
});

/** All groups for pickers; empty for readers who may not see groups. */
export function useGroupTree(enabled: boolean) {
  return useQuery({ ...groupTreeQuery, enabled }).data ?? NONE;
}

/**
 * After an own change: everything about members is fetched again at once, without waiting for the
 * live update.
 */
export async function membersChanged(): Promise<void> {
  await Promise.all(
    ["user", "membership", "change", "group"].map((kind) =>
      queryClient.invalidateQueries({ queryKey: [kind] }),
    ),
  );
}
