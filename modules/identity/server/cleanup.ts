import { systemActor } from "#platform/server/database/database.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import { deleteOldActionTokens } from "./logins/action-token-queries.ts";
import { deleteExpiredRecords } from "./provider/record-queries.ts";
import { allTenantIds } from "./realm/realm-queries.ts";

/** Removes what has expired, tenant by tenant. */
export const cleanupJob: JobHandler = async (_payload, { database, signal }) => {
  for (const tenantId of await allTenantIds(database)) {
    if (signal.aborted) return;
    await database.write(tenantId, systemActor(), async (tx) => {
      await deleteExpiredRecords(tx);
      await deleteOldActionTokens(tx);
    });
  }
};
