import { releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { type Database, systemActor } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import { IMPORT_KEPT_DAYS } from "../../import-contract.ts";
import { deleteRows } from "./compare/row-queries.ts";
import { expireRun, selectOutdatedRuns } from "./runs/run-queries.ts";
import { selectOverdueSources } from "./sources/source-queries.ts";
import { planRun } from "./sources/sources.ts";

/** Once a day for each club: see `tidyImports`. */
export function tidyAllImports(database: Database): JobHandler {
  return async () => {
    for (const { id } of await database.queryWithoutTenant<{ id: string }>(
      "SELECT id FROM all_tenants()",
      [],
    )) {
      await database.write(id, systemActor(), (tx) =>
        addJob(tx, "imports:tidy", {}, { key: "imports-tidy" }),
      );
    }
  };
}

/**
 * Removes files and rows that have been kept long enough, and plans runs again whose job got lost.
 */
export const tidyImports: JobHandler = async (_payload, { tenantId, database }) => {
  const outdated = await database.read(tenantId, (tx) => selectOutdatedRuns(tx, IMPORT_KEPT_DAYS));
  for (const { id, blob_key: key } of outdated) {
    await database.bulk(tenantId, systemActor(), async (tx) => {
      await deleteRows(tx, id);
      await expireRun(tx, id);
      if (key !== null) await releaseBlob(tx, key);
    });
  }
  for (const { id, next_run_at: due } of await database.read(tenantId, selectOverdueSources)) {
    await database.write(tenantId, systemActor(), (tx) => planRun(tx, id, due));
  }
};
