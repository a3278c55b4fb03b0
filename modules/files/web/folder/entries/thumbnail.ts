import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { useObjectUrl } from "#platform/web/api/object-url.ts";
import { filesContract, type Entry } from "../../../contract.ts";

/**
 * Address of an entry's thumbnail once it is here; undefined for everything that has none.
 * `mayLoad`: false shows only what is here already.
 */
export function useThumbnail(
  shareId: string,
  entry: Pick<Entry, "path" | "version" | "hasThumbnail" | "id">,
  size: "256" | "1024" | "2048" = "256",
  mayLoad = true,
): string | undefined {
  const { path, version, hasThumbnail, id } = entry;
  const bytes = useQuery({
    // Not below "file-entry": a version's picture never changes.
    queryKey: ["file-thumbnail", id, version, size],
    queryFn: ({ signal }) =>
      call(filesContract.getThumbnail, {
        params: { id: shareId, path },
        query: { size, ...(version === null ? {} : { version }) },
        signal,
        quiet: true,
        silent: true,
      }),
    enabled: hasThumbnail && mayLoad,
    staleTime: Infinity,
    retry: false,
  }).data;
  return useObjectUrl(bytes);
}
