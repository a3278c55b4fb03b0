import type { WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/jobs.ts";

export const SCHEDULED_JOB = "transfer:run-scheduled-export";

/**
 * Adds the job of the next time, instead of the one waiting. The job finds out itself whether its
 * time still counts.
 */
export async function scheduleRun(tx: WriteTx, targetId: string, at: Date | null): Promise<void> {
  if (at === null) return;
  await addJob(
    tx,
    SCHEDULED_JOB,
    { targetId, at: at.toISOString() },
    { key: `${SCHEDULED_JOB}:${targetId}`, runAt: at },
  );
}
