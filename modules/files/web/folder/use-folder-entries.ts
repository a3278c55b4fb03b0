import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { entrySearchQuery, folderQuery } from "../queries.ts";
import type { FolderState } from "./folder-state.ts";

/** Returns what the page shows: the folder's entries, or hits of a search in the whole share. */
export function useFolderEntries(shareId: string, path: string, state: FolderState) {
  const { sort, dir, ex } = state;
  const words = state.q.trim();
  const searching = words !== "";
  const list = useQuery({
    ...folderQuery(shareId, path, {
      sort,
      dir,
      ...(ex.length > 0 ? { ex: ex.join(",") } : {}),
    }),
    enabled: !searching,
  });
  const found = useQuery({
    ...entrySearchQuery(shareId, words, { sort, dir }),
    enabled: searching,
  });
  const shown = searching ? found : list;
  const entries = useMemo(() => shown.data?.content ?? [], [shown.data]);
  return { searching, shown, entries };
}
