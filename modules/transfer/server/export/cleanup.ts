import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { dropExpiredFiles, failLostRuns } from "./runs/run-queries.ts";
import { scheduleExport } from "./targets/scheduled-run.ts";
import { selectScheduledTargets } from "./targets/target-queries.ts";

/**
 * Lets old files go, ends runs whose job is lost, and puts back waiting times that a restored
 * backup did not bring.
 */
export const cleanUpExports = job({
  id: "transfer:clean-up-exports",
  formerly: ["transfer:tend-exports", "transfer:tend-exports-of-all"],
  schedule: "53 3 * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { database, tenantId }) => {
      await database.bulk(tenantId, systemActor("Exporte"), async (tx) => {
        await releaseBlobs(tx, await dropExpiredFiles(tx));
        await failLostRuns(tx, "Der Export wurde unterbrochen. Bitte starten Sie ihn noch einmal.");
        for (const { id, next_run_at: at } of await selectScheduledTargets(tx))
          await scheduleExport(tx, id, at);
      });
    },
});
