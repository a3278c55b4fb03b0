import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { filesContract } from "../../contract.ts";

/** Enough to find a picture with a thumbnail among what was uploaded just now. */
const LOOKED_AT = 40;

/** The picture that stands for a gallery or an album: its newest one, or none. */
export function coverQuery(shareId: string, album: string) {
  return queryOptions({
    queryKey: ["file-entry", "cover", shareId, album],
    queryFn: async ({ signal }) => {
      const query = { sort: "takenAt", dir: "DESC", size: LOOKED_AT } as const;
      const { content } = await call(filesContract.listFolder, {
        params: { id: shareId, path: album },
        query,
        signal,
        silent: true,
      });
      return content.find((entry) => entry.hasThumbnail) ?? null;
    },
  });
}
