import { v7 as uuidv7 } from "uuid";
import { allTenants, tenantBranding } from "#modules/tenants/server/public.ts";
import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { nextTime } from "#platform/server/jobs/schedule-times.ts";
import { RUN_ATTEMPTS, RUN_JOB } from "../runs/run-export.ts";
import { dropExpiredFiles, failLostRuns, insertRun } from "../runs/run-queries.ts";
import { scheduleRun } from "./schedule.ts";
import {
  lockTarget,
  selectScheduledTargets,
  takeTime,
  type TargetRecord,
} from "./target-queries.ts";

export const TEND_ALL_JOB = "transfer:tend-exports-of-all";
export const TEND_JOB = "transfer:tend-exports";

/** Queues a run; false when one of the target is on its way. */
export async function queueRun(
  tx: WriteTx,
  target: TargetRecord,
  actor: { id: string | null; name: string },
  scheduled: boolean,
): Promise<string | null> {
  const id = uuidv7();
  if (!(await insertRun(tx, { id, target, actor, scheduled }))) return null;
  await addJob(tx, RUN_JOB, { runId: id }, { maxAttempts: RUN_ATTEMPTS });
  return id;
}

/**
 * Runs what is due: the one who takes the time queues the run and the next time, in one
 * transaction.
 */
export function scheduledRun({ environment }: Pick<Services, "environment">): JobHandler {
  return async (payload, { database, tenantId }) => {
    const { targetId, at } = payload as { targetId: string; at: string };
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
      await scheduleRun(tx, targetId, next);
      await queueRun(tx, target, { id: target.owner_id, name: target.owner_name }, true);
    });
  };
}

/** Once a day: a job for each club. */
export const tendAll: JobHandler = async (_payload, { database, signal }) => {
  for (const { id } of await allTenants(database)) {
    if (signal.aborted) return;
    await database.write(id, systemActor(), (tx) => addJob(tx, TEND_JOB, {}, { key: TEND_JOB }));
  }
};

/**
 * Lets old files go, ends runs whose job is lost, and puts back waiting times that a restored
 * backup did not bring.
 */
export const tend: JobHandler = async (_payload, { database, tenantId }) => {
  await database.bulk(tenantId, systemActor("Exporte"), async (tx) => {
    await releaseBlobs(tx, await dropExpiredFiles(tx));
    await failLostRuns(tx, "Der Export wurde unterbrochen. Bitte starten Sie ihn noch einmal.");
    for (const { id, next_run_at: at } of await selectScheduledTargets(tx))
      await scheduleRun(tx, id, at);
  });
};
