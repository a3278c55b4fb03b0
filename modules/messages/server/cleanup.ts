import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { deleteUnseen } from "./inbox/personal-queries.ts";

/** As long a removal can be taken back. */
const DAYS = 30;
const BATCH = 500;

/** Removes messages for good that sender and recipients have all taken off their lists. */
export const cleanUpMailboxes = job({
  id: "messages:clean-up-mailboxes",
  formerly: ["messages:tidy", "messages:tidy-tenant"],
  schedule: "40 2 * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { tenantId, database, signal }) => {
      for (let removed = BATCH; removed === BATCH && !signal.aborted;) {
        removed = await database.bulk(tenantId, systemActor(), async (tx) => {
          const { count, keys } = await deleteUnseen(tx, DAYS, BATCH);
          await releaseBlobs(tx, keys);
          return count;
        });
      }
    },
});
