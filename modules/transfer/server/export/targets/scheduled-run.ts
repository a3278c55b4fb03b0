import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { nextTime } from "#platform/server/jobs/schedule-times.ts";
import { runExport } from "../runs/run-export.ts";
import { insertRun } from "../runs/run-queries.ts";
import { lockTarget, takeTime, type TargetRecord } from "./target-queries.ts";

/** Queues a run; returns null when one of the target is on its way. */
export async function queueRun(
  tx: WriteTx,
  target: TargetRecord,
  actor: { id: string | null; name: string },
  scheduled: boolean,
): Promise<string | null> {
  const id = uuidv7();
  if (!(await insertRun(tx, { id, target, actor, scheduled }))) return null;
  await addJob(tx, runExport, { runId: id });
  return id;
}

/**
 * Runs what is due: the one who takes the time queues the run and the next time, in one
 * transaction.
 */
export const startScheduledExport = job({
  id: "transfer:start-scheduled-export",
  formerly: ["transfer:run-scheduled-export"],
  perTenant: "active",
  payload: z.strictObject({ targetId: z.uuid(), at: z.iso.datetime() }),
  handler:
    ({ environment }) =>
    async ({ targetId, at }, { database, tenantId }) => {
      await database.write(tenantId, systemActor("Zeitplan"), async (tx) => {
        const target = await lockTarget(tx, targetId);
        if (target === undefined || target.schedule === null || target.next_run_at === null) return;
        const { timeZone } = await tenantBranding(tx, environment.publicUrl);
        // After a standstill only the latest of the missed times is made up for. A clock that is
        // behind the database's does not bring the same time again.
        const next = nextTime(
          target.schedule,
          timeZone,
          new Date(Math.max(Date.now(), Date.parse(at))),
        );
        if (!(await takeTime(tx, targetId, new Date(at), next))) return;
        await scheduleExport(tx, targetId, next);
        await queueRun(tx, target, { id: target.owner_id, name: target.owner_name }, true);
      });
    },
});

/**
 * Adds the job of the next time, instead of the one waiting. The job finds out itself whether its
 * time still counts.
 */
export async function scheduleExport(
  tx: WriteTx,
  targetId: string,
  at: Date | null,
): Promise<void> {
  if (at === null) return;
  const payload = { targetId, at: at.toISOString() };
  await addJob(tx, startScheduledExport, payload, { key: targetId, runAt: at });
}
