import { json } from "#platform/server/database/column-types.ts";
import { selectToday } from "#modules/members/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { violatedConstraint } from "#platform/server/database/constraints.ts";
import type { Database, WriteTx } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import { demandPermission, importActor, rightsOf } from "./import-actor.ts";
import { compareRun } from "../compare/compare.ts";
import { throttledProgress } from "../runs/progress.ts";
import { fingerprintOfOutcome } from "./rows-to-write-queries.ts";
import {
  changedSinceComparison,
  lockApplying,
  type RunRecord,
  selectRun,
  updateRun,
} from "../runs/run-queries.ts";
import { rememberMembers } from "../sources/source-queries.ts";
import { writeRun } from "./write-members.ts";

const STALE =
  "Seit der Vorschau haben sich Mitglieder oder Gruppen geändert. Es wurde nichts übernommen; die Vorschau wird neu berechnet. Bitte prüfen Sie sie noch einmal.";

/** What the preview showed is not what would happen now. */
class StalePreview extends Error {}

/**
 * Writes a preview in one transaction: after a crash either all of it is there, or nothing and the
 * job begins anew.
 */
export const applyRun: JobHandler = async (
  payload,
  { tenantId, database, attempt, maxAttempts },
) => {
  const { runId } = payload as { runId: string };
  const run = await database.read(tenantId, (tx) => selectRun(tx, runId));
  if (run?.state !== "APPLYING") return;
  const actor = importActor(
    { id: run.applied_by, name: run.applied_by_name ?? run.actor_name },
    run.id,
  );
  try {
    await database.bulk(tenantId, actor, (tx) => apply(tx, database, tenantId, run));
  } catch (error) {
    if (isStale(error)) await recompute(database, tenantId, run);
    else if (error instanceof AppError && error.status < 500)
      await refuse(database, tenantId, run, error.detail);
    else {
      if (attempt >= maxAttempts)
        await refuse(
          database,
          tenantId,
          run,
          "Der Import ist an einem Fehler gescheitert. Es wurde nichts übernommen.",
        );
      throw error;
    }
  }
};

/** Somebody saved a member in between, or two imports gave the same number. */
function isStale(error: unknown): boolean {
  return (
    error instanceof StalePreview ||
    (error instanceof AppError && ["CHANGED_MEANWHILE", "ALREADY_EXISTS"].includes(error.code)) ||
    violatedConstraint(error) !== undefined
  );
}

async function apply(
  tx: WriteTx,
  database: Database,
  tenantId: string,
  run: RunRecord,
): Promise<void> {
  await lockApplying(tx);
  const rights = await rightsOf(tx, run.applied_by);
  demandPermission(rights, "MANAGE_USER");
  await refuseStale(tx, run);
  const progress = throttledProgress(async (done) => {
    await database.write(tenantId, tx.actor, (other) =>
      updateRun(other, run.id, ["APPLYING"], { progress_done: done }),
    );
  });
  const applied = await writeRun(tx, run, rights, await selectToday(tx), progress.note);
  await progress.shown();
  if (run.source_id !== null) await rememberMembers(tx, run.source_id, run.id);
  const skipped = run.ambiguous_count + run.faulty_count;
  const still = await updateRun(tx, run.id, ["APPLYING"], {
    state: "APPLIED",
    stage: null,
    applied_at: new Date(),
    applied: json({ ...applied, skipped }),
  });
  if (!still) throw new Error("the run was taken by somebody else while it was being applied");
}

/**
 * Compares again where anything changed since, and goes on only when the outcome is what the user
 * saw.
 */
async function refuseStale(tx: WriteTx, run: RunRecord): Promise<void> {
  if (!(await changedSinceComparison(tx, run.id))) return;
  const shown = await fingerprintOfOutcome(tx, run.id);
  // As the one who made the preview: rights of the one who applies are asked when writing.
  await compareRun(tx, run, await rightsOf(tx, run.actor_id), async () => {});
  if ((await fingerprintOfOutcome(tx, run.id)) !== shown) throw new StalePreview();
}

async function recompute(database: Database, tenantId: string, run: RunRecord): Promise<void> {
  await database.write(
    tenantId,
    importActor({ id: run.actor_id, name: run.actor_name }),
    async (tx) => {
      const reading = run.reading + 1;
      const taken = await updateRun(tx, run.id, ["APPLYING"], {
        state: "PARSING",
        stage: "COMPARING",
        reading,
        error: STALE,
        progress_done: 0,
      });
      if (taken)
        await addJob(
          tx,
          "imports:compare",
          { runId: run.id, reading },
          { key: `import-compare:${run.id}`, maxAttempts: 3 },
        );
    },
  );
}

async function refuse(
  database: Database,
  tenantId: string,
  run: RunRecord,
  detail: string,
): Promise<void> {
  await database.write(tenantId, importActor({ id: run.actor_id, name: run.actor_name }), (tx) =>
    updateRun(tx, run.id, ["APPLYING"], {
      state: "PREVIEW",
      stage: null,
      error: detail,
      applied_by: null,
      applied_by_name: null,
    }),
  );
}
