import { z } from "zod";
import { job } from "#platform/server/jobs/job.ts";
import { makePreview } from "../compare/compare-job.ts";
import { reporting } from "./reporting.ts";
import { selectRun } from "./run-queries.ts";

/** Compares the rows of a run once more, because something changed since. */
export const compareImport = job({
  id: "transfer:compare-import",
  formerly: ["imports:compare"],
  payload: z.strictObject({ runId: z.uuid(), reading: z.int() }),
  maxAttempts: 3,
  handler:
    (services) =>
    async ({ runId, reading }, work) => {
      const { database, tenantId } = work;
      const run = await database.read(tenantId, (tx) => selectRun(tx, runId));
      if (run?.state !== "PARSING" || run.reading !== reading) return;
      await reporting(run, work, () => makePreview(services, database, tenantId, run));
    },
});
