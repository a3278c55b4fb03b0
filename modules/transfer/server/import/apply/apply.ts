import { json } from "#platform/server/database/column-types.ts";
import { z } from "zod";
import { selectToday } from "#modules/members/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { violatedConstraint } from "#platform/server/database/constraints.ts";
import type { Database, WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job, type TenantRun } from "#platform/server/jobs/job.ts";
import type { Services } from "#platform/server/services.ts";
import { requirePermission, importActor, rightsOf } from "./import-actor.ts";
import { compareRun } from "../compare/compare.ts";
import { compareImport } from "../runs/compare-again.ts";
import { lockedRun, wrongState } from "../runs/existing-run.ts";
import { throttledProgress } from "../runs/progress.ts";
import { fingerprintOfOutcome } from "./rows-to-write-queries.ts";
import { changedSinceComparison, lockApplying, selectRun, updateRun } from "../runs/run-queries.ts";
import type { RunRecord } from "../runs/run-record.ts";
import { rememberMembers } from "../sources/source-queries.ts";
import { writeRun } from "./write-members.ts";

const STALE =
  "Seit der Vorschau haben sich Mitglieder oder Gruppen geändert. Es wurde nichts übernommen; die Vorschau wird neu berechnet. Bitte prüfen Sie sie noch einmal.";

const FAILED = "Der Import ist an einem Fehler gescheitert. Es wurde nichts übernommen.";

/** What groups open, of all modules. */
type Openings = Pick<Services, "openings">;

/** What the preview showed is not what would happen now. */
class StalePreview extends Error {}

/**
 * Writes a preview in one transaction: after a crash either all of it is there, or nothing and the
 * job begins anew.
 */
export const applyImport = job({
  id: "transfer:apply-import",
  formerly: ["imports:apply"],
  payload: z.strictObject({ runId: z.uuid() }),
  maxAttempts: 5,
  handler: (services) => (payload, work) => applyRun(services, payload, work),
});

/** Hands the preview over to the job that writes it. */
export async function startApplying(
  tx: WriteTx,
  id: string,
  actor: { id: string | null; name: string },
): Promise<void> {
  const run = await lockedRun(tx, id);
  if (run.state !== "PREVIEW")
    throw wrongState(
      run.state === "PARSING"
        ? "Die Datei wird noch gelesen und verglichen."
        : "Dieser Import ist schon übernommen oder nicht mehr offen.",
    );
  await updateRun(tx, id, ["PREVIEW"], {
    state: "APPLYING",
    stage: "WRITING",
    progress_done: 0,
    progress_total: run.new_count + run.changed_count,
    applied_by: actor.id,
    applied_by_name: actor.name,
    error: null,
  });
  await addJob(tx, applyImport, { runId: id }, { key: id });
}

async function applyRun(
  services: Openings,
  { runId }: { runId: string },
  work: TenantRun,
): Promise<void> {
  const { tenantId, database } = work;
  const run = await database.read(tenantId, (tx) => selectRun(tx, runId));
  if (run?.state !== "APPLYING") return;
  const actor = importActor(
    { id: run.applied_by, name: run.applied_by_name ?? run.actor_name },
    run.id,
  );
  try {
    await database.bulk(tenantId, actor, (tx) => apply(tx, services, database, tenantId, run));
  } catch (error) {
    if (isStale(error)) return recompute(database, tenantId, run);
    if (error instanceof AppError && error.status < 500)
      return refuse(database, tenantId, run, error.detail);
    if (work.attempt >= work.maxAttempts) await refuse(database, tenantId, run, FAILED);
    throw error;
  }
}

/** A member was saved in between, or two imports gave the same number. */
function isStale(error: unknown): boolean {
  return (
    error instanceof StalePreview ||
    (error instanceof AppError && ["CHANGED_MEANWHILE", "ALREADY_EXISTS"].includes(error.code)) ||
    violatedConstraint(error) !== undefined
  );
}

async function apply(
  tx: WriteTx,
  services: Openings,
  database: Database,
  tenantId: string,
  run: RunRecord,
): Promise<void> {
  await lockApplying(tx);
  const rights = await rightsOf(tx, run.applied_by, services);
  requirePermission(rights, "MANAGE_USER");
  await refuseStale(tx, services, run);
  const progress = throttledProgress(async (done) => {
    await database.write(tenantId, tx.actor, (other) =>
      updateRun(other, run.id, ["APPLYING"], { progress_done: done }),
    );
  });
  const applied = await writeRun(tx, run, rights, await selectToday(tx), progress.note);
  await progress.shown();
  if (run.source_id !== null) await rememberMembers(tx, run.source_id, run.id);
  const skipped = run.ambiguous_count + run.faulty_count + run.undecided_count;
  const still = await updateRun(tx, run.id, ["APPLYING"], {
    state: "APPLIED",
    stage: null,
    applied_at: new Date(),
    applied: json({ ...applied, skipped }),
  });
  if (!still) throw new Error("the run was taken by another process while it was being applied");
}

/**
 * Compares again where anything changed since, and goes on only when the outcome is what the user
 * saw.
 */
async function refuseStale(tx: WriteTx, services: Openings, run: RunRecord): Promise<void> {
  if (!(await changedSinceComparison(tx, run.id))) return;
  const shown = await fingerprintOfOutcome(tx, run.id);
  // As the one who made the preview: rights of the one who applies are asked when writing.
  await compareRun(tx, run, await rightsOf(tx, run.actor_id, services), async () => {});
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
      if (taken) await addJob(tx, compareImport, { runId: run.id, reading }, { key: run.id });
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
