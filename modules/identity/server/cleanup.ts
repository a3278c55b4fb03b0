import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { deleteOldEndedSessions } from "./keycloak/ended-session-queries.ts";
import { deleteOldActionTokens } from "./logins/action-token-queries.ts";
import { deleteExpiredRecords } from "./provider/record-queries.ts";

/** Removes sessions and links that have expired. */
export const cleanUpLogins = job({
  id: "identity:clean-up-logins",
  formerly: ["identity:sweep"],
  schedule: "17 * * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      await database.write(tenantId, systemActor(), async (tx) => {
        await deleteExpiredRecords(tx);
        await deleteOldActionTokens(tx);
        await deleteOldEndedSessions(tx);
      });
    },
});
