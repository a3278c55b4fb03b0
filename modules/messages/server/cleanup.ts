import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import { deleteUnseen, selectTenantIds } from "./inbox/personal-queries.ts";

export const TIDY_JOB = "messages:tidy";
export const TIDY_OF_TENANT_JOB = "messages:tidy-tenant";
/** As long a removal can be taken back. */
const DAYS = 30;
const BATCH = 500;

/** Once a day: a job for each club. */
export const tidyJob: JobHandler = async (_payload, { database, signal }) => {
  for (const tenantId of await selectTenantIds(database)) {
    if (signal.aborted) return;
    await database.write(tenantId, systemActor(), (tx) =>
      addJob(tx, TIDY_OF_TENANT_JOB, {}, { key: TIDY_OF_TENANT_JOB }),
    );
  }
};

/** Removes messages for good that sender and recipients have all taken off their lists. */
export const tidyOfTenantJob: JobHandler = async (_payload, { tenantId, database, signal }) => {
  for (let removed = BATCH; removed === BATCH && !signal.aborted;) {
    removed = await database.bulk(tenantId, systemActor(), async (tx) => {
      const { count, keys } = await deleteUnseen(tx, DAYS, BATCH);
      await releaseBlobs(tx, keys);
      return count;
    });
  }
};
