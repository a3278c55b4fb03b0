import { releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { IMPORT_KEPT_DAYS } from "../../import-contract.ts";
import { deleteRows } from "./rows/staged-row-queries.ts";
import { expireRun, selectOutdatedRuns } from "./runs/run-queries.ts";
import { scheduleImport } from "./sources/scheduled-run.ts";
import { selectOverdueSources } from "./sources/source-queries.ts";

/**
 * Removes files and rows that have been kept long enough, and plans runs again whose job got lost.
 */
export const cleanUpImports = job({
  id: "transfer:clean-up-imports",
  formerly: ["imports:tidy", "imports:tidy-all"],
  schedule: "17 3 * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      const outdated = await database.read(tenantId, (tx) =>
        selectOutdatedRuns(tx, IMPORT_KEPT_DAYS),
      );
      for (const { id, blob_key: key } of outdated) {
        await database.bulk(tenantId, systemActor(), async (tx) => {
          await deleteRows(tx, id);
          await expireRun(tx, id);
          if (key !== null) await releaseBlob(tx, key);
        });
      }
      for (const { id, next_run_at: due } of await database.read(tenantId, selectOverdueSources)) {
        await database.write(tenantId, systemActor(), (tx) => scheduleImport(tx, id, due));
      }
    },
});
