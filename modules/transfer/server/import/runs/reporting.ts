import { UnreadableTable } from "#platform/server/documents/table.ts";
import { isQuotaReached } from "#platform/server/blobs/quota.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { TenantRun } from "#platform/server/jobs/job.ts";
import { importActor } from "../apply/import-actor.ts";
import { Overtaken } from "../compare/compare-job.ts";
import { saveProgress } from "./run-queries.ts";
import type { RunRecord } from "./run-record.ts";

/**
 * A file that can't be read ends the run with a sentence; anything else is tried again and told in
 * the end.
 */
export async function reporting(
  run: RunRecord,
  { database, tenantId, attempt, maxAttempts }: TenantRun,
  work: () => Promise<void>,
): Promise<void> {
  const fail = (error: string) =>
    database.write(tenantId, importActor({ id: run.actor_id, name: run.actor_name }), (tx) =>
      saveProgress(tx, run.id, run.reading, {
        state: "FAILED",
        stage: null,
        error,
        finished_at: new Date(),
      }),
    );
  try {
    await work();
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (error instanceof UnreadableTable) return void (await fail(error.message));
    if (error instanceof AppError && (error.status < 500 || isQuotaReached(error)))
      return void (await fail(error.detail));
    if (attempt >= maxAttempts)
      await fail("Die Datei konnte wegen eines Fehlers nicht gelesen werden.");
    throw error;
  }
}
