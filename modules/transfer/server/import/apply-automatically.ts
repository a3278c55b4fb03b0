import type { Database } from "#platform/server/database.ts";
import { importActor, rightsOf } from "./acting.ts";
import { lockRun, updateRun } from "./run-queries.ts";
import { selectSource } from "./source-queries.ts";
import { startApplying } from "./start-run.ts";
import { holdsPermission } from "#modules/users/server/public.ts";

/** A file that lacks so many of those who were in it before is more likely cut off than true. */
const MOST_MISSING_SHARE = 0.2;
const ALWAYS_ALLOWED = 5;

/** Applies a scheduled run by itself where its source says so, unless it looks wrong: then it waits for somebody. */
export async function applyWhenWanted(database: Database, tenantId: string, runId: string): Promise<void> {
  await database.write(tenantId, importActor({ id: null, name: "Zeitplan" }), async (tx) => {
    const run = await lockRun(tx, runId);
    if (run?.state !== "PREVIEW" || run.source_id === null) return;
    const source = await selectSource(tx, run.source_id);
    if (source?.apply_automatically !== true) return;
    const wait = (error: string) => updateRun(tx, runId, ["PREVIEW"], { error });
    const present = run.new_count + run.changed_count + run.same_count + run.faulty_count + run.ambiguous_count;
    if (run.rules.onMissing === "SET_LEFT" && run.missing_count > ALWAYS_ALLOWED && run.missing_count > MOST_MISSING_SHARE * (present + run.missing_count))
      return void (await wait(
        `In der Datei fehlen ${run.missing_count.toLocaleString("de")} Mitglieder auf einmal. Deshalb wird sie nicht von selbst übernommen.`,
      ));
    if (!holdsPermission(await rightsOf(tx, source.responsible_id), "MANAGE_USER"))
      return void (await wait("Wer die Quelle eingerichtet hat, darf keine Mitglieder mehr ändern. Deshalb wird die Datei nicht von selbst übernommen."));
    if (run.new_count + run.changed_count + run.missing_count === 0) return;
    await startApplying(tx, runId, { id: source.responsible_id, name: source.responsible_name ?? "Zeitplan" });
  });
}
