import type { Database } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { importActor, rightsOf } from "../apply/import-actor.ts";
import { compareRun } from "./compare.ts";
import { throttledProgress } from "../runs/progress.ts";
import { countRows } from "../rows/outcome-queries.ts";
import { noteSnapshot, saveProgress, saveSnapshot } from "../runs/run-queries.ts";
import type { RunRecord } from "../runs/run-record.ts";

/** Another reading of the same run has begun: this one's work is not wanted any more. */
export class Overtaken extends Error {}

/** Compares a run that was read, and shows it as a preview. */
export async function makePreview(
  services: Pick<Services, "openings">,
  database: Database,
  tenantId: string,
  run: RunRecord,
): Promise<void> {
  const actor = importActor({ id: run.actor_id, name: run.actor_name });
  const show = (values: Parameters<typeof saveProgress>[3]) =>
    database.write(tenantId, actor, (tx) => saveProgress(tx, run.id, run.reading, values));
  await show({ stage: "COMPARING", progress_done: 0 });
  await database.bulk(tenantId, actor, async (tx) => {
    const snapshot = await noteSnapshot(tx);
    const progress = throttledProgress(async (done) => {
      if (!(await show({ progress_done: done }))) throw new Overtaken();
    });
    await compareRun(tx, run, await rightsOf(tx, run.actor_id, services), progress.note);
    await progress.shown();
    const current = await saveProgress(tx, run.id, run.reading, {
      state: "PREVIEW",
      stage: null,
      finished_at: new Date(),
    });
    if (!current) throw new Overtaken();
    await saveSnapshot(tx, run.id, snapshot);
    await countRows(tx, run.id);
  });
}
