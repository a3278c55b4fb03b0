import { systemActor } from "#platform/server/database/database.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import { nextTime } from "#platform/server/jobs/schedule-times.ts";
import { selectSource, selectTimeZone, takeDueRun } from "./source-queries.ts";
import { planRun } from "./sources.ts";
import { startRun } from "../runs/start-run.ts";

/**
 * Starts the run that is due and plans the next one, in one transaction: exactly once, also with
 * several processes.
 */
export const startScheduledRun: JobHandler = async (payload, { tenantId, database }) => {
  const { sourceId, at } = payload as { sourceId: string; at: string };
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
    if (next !== null) await planRun(tx, sourceId, next);
  });
};
