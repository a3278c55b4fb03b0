import { z } from "zod";
import { job } from "../jobs/job.ts";
import { removeUnclaimed } from "./cleanup-queries.ts";

/**
 * Removes the bytes that a transaction has given up, soon after it. Where that can't be, because a
 * backup still reads them for example, the cleanup does it later.
 */
export const removeBlobs = job({
  id: "system:remove-blobs",
  payload: z.object({ keys: z.array(z.string()) }),
  handler:
    ({ blobs }) =>
    async ({ keys }, { database }) => {
      await removeUnclaimed(database, blobs, keys);
    },
});
