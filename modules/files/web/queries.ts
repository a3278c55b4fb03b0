import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { QueryInput } from "#platform/contract/route.ts";
import { call } from "#platform/web/api/api.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import { filesContract, type ShareKind } from "../contract.ts";

const MOST_SHARES = 200;

/** The shares the reader may see, by name. */
export function sharesQuery(kind: ShareKind) {
  return queryOptions({
    queryKey: ["file-share", "search", kind],
    queryFn: ({ signal }) =>
      call(filesContract.searchFileShares, { query: { kind, size: MOST_SHARES }, signal }),
  });
}

export function shareQuery(shareId: string) {
  return queryOptions({
    queryKey: ["file-share", "record", shareId],
    queryFn: ({ signal }) => call(filesContract.getFileShare, { params: { id: shareId }, signal }),
  });
}

export type FolderOrder = Pick<QueryInput<typeof filesContract.listFolder>, "ex" | "sort" | "dir">;

/**
 * Up to 10,000 entries of a folder, folders first. The former order stays on screen until the new
 * one is there.
 */
export function folderQuery(shareId: string, path: string, order: FolderOrder = {}) {
  return queryOptions({
    queryKey: ["file-entry", "list", shareId, path, order],
    queryFn: ({ signal }) =>
      call(filesContract.listFolder, { params: { id: shareId, path }, query: order, signal }),
    placeholderData: (before, query) =>
      query?.queryKey[3] === path && query.queryKey[2] === shareId ? before : undefined,
  });
}

const MOST_FOUND = 200;

export function entrySearchQuery(shareId: string, q: string, { sort, dir }: FolderOrder) {
  // Hits have no order by type.
  const order = { dir, sort: sort === "lastModified" || sort === "size" ? sort : "name" } as const;
  return queryOptions({
    queryKey: ["file-entry", "search", shareId, q, order],
    queryFn: ({ signal }) =>
      call(filesContract.searchEntries, {
        params: { id: shareId },
        query: { q, size: MOST_FOUND, ...order },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function entryQuery(shareId: string, path: string) {
  return queryOptions({
    queryKey: ["file-entry", "record", shareId, path],
    queryFn: ({ signal }) =>
      call(filesContract.getEntry, { params: { id: shareId, path }, signal }),
  });
}

export function versionsQuery(shareId: string, path: string) {
  return queryOptions({
    queryKey: ["file-entry", "versions", shareId, path],
    queryFn: ({ signal }) =>
      call(filesContract.listVersions, { params: { id: shareId, path }, signal }),
  });
}

/** After a change of one's own: folders, trash, versions and the room taken are loaded again. */
export function filesChanged(): Promise<unknown> {
  return Promise.all(
    [["file-entry"], ["file-share"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export function trashQuery(shareId: string, paging: { page: number; size: number }) {
  return queryOptions({
    queryKey: ["file-entry", "trash", shareId, paging],
    queryFn: ({ signal }) =>
      call(filesContract.listTrash, { params: { id: shareId }, query: paging, signal }),
    placeholderData: keepPreviousData,
  });
}
