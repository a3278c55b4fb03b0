import { removeOrphanedBlobs } from "#platform/server/blobs/cleanup-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { deleteOldAnswers } from "#platform/server/http/idempotency-queries.ts";
import { installationJob, job } from "#platform/server/jobs/job.ts";

/** Removes blobs that no row claims: what was written when a request broke off. */
export const cleanUpBlobs = installationJob({
  id: "system:clean-up-blobs",
  formerly: ["system:sweep-blobs"],
  schedule: "*/10 * * * *",
  handler:
    ({ blobs }) =>
    async ({ database, log }) => {
      const removed = await removeOrphanedBlobs(database, blobs);
      if (removed > 0) log.info({ removed }, "orphaned blobs removed");
    },
});

/** Removes answers that were kept for requests that are sent again. */
export const cleanUpAnswers = job({
  id: "system:clean-up-answers",
  formerly: ["system:tidy"],
  schedule: "17 3 * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      await database.write(tenantId, systemActor(), deleteOldAnswers);
    },
});
