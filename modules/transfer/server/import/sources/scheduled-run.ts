import { z } from "zod";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { nextTime } from "#platform/server/jobs/schedule-times.ts";
import { startRun } from "../runs/start-run.ts";
import { selectSource, selectTimeZone, takeDueRun } from "./source-queries.ts";

/**
 * Starts the run that is due and plans the next one, in one transaction: exactly once, also with
 * several processes.
 */
export const startScheduledImport = job({
  id: "transfer:start-scheduled-import",
  formerly: ["imports:scheduled"],
  perTenant: "active",
  payload: z.strictObject({ sourceId: z.uuid(), at: z.iso.datetime() }),
  handler:
    () =>
    async ({ sourceId, at }, { tenantId, database }) => {
      await database.write(tenantId, systemActor(), async (tx) => {
        const source = await selectSource(tx, sourceId);
        if (source?.kind !== "URL" || source.schedule === null) return;
        const due = new Date(at);
        const next = nextTime(
          source.schedule,
          await selectTimeZone(tx),
          new Date(Math.max(Date.now(), due.getTime())),
        );
        // Another process took it, or the schedule was changed since.
        if (!(await takeDueRun(tx, sourceId, due, next))) return;
        await startRun(tx, source, null, {
          actor: { id: source.responsible_id, name: source.responsible_name ?? "Zeitplan" },
          scheduled: true,
        });
        if (next !== null) await scheduleImport(tx, sourceId, next);
      });
    },
});

/**
 * The queue starts it once at that time, whichever process takes it; a later plan of the same
 * source replaces it.
 */
export async function scheduleImport(tx: WriteTx, sourceId: string, at: Date): Promise<void> {
  const payload = { sourceId, at: at.toISOString() };
  await addJob(tx, startScheduledImport, payload, { key: sourceId, runAt: at });
}
