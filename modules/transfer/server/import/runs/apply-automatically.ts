import { holdsPermission } from "#modules/members/server/public.ts";
import type { Services } from "#platform/server/services.ts";
import type { Database } from "#platform/server/database/database.ts";
import { importActor, rightsOf } from "../apply/import-actor.ts";
import { lockRun, updateRun } from "./run-queries.ts";
import type { RunRecord } from "./run-record.ts";
import { selectSource } from "../sources/source-queries.ts";
import { startApplying } from "../apply/apply.ts";
import { countRowsLeavingOut } from "../rows/row-queries.ts";

/**
 * Applies a scheduled run by itself where its source says so, unless it looks wrong: then it waits
 * for somebody.
 */
export async function applyWhenWanted(
  services: Pick<Services, "openings">,
  database: Database,
  tenantId: string,
  runId: string,
): Promise<void> {
  await database.write(tenantId, importActor({ id: null, name: "Zeitplan" }), async (tx) => {
    const run = await lockRun(tx, runId);
    if (run?.state !== "PREVIEW" || run.source_id === null) return;
    const source = await selectSource(tx, run.source_id);
    if (source?.apply_automatically !== true) return;
    const rights = await rightsOf(tx, source.responsible_id, services);
    const isAllowed = holdsPermission(rights, "MANAGE_USER");
    // The doubt counts what differs: nothing for somebody who may not change members.
    const wait = isAllowed
      ? doubtAbout(run, await countRowsLeavingOut(tx, runId))
      : "Wer die Quelle eingerichtet hat, darf keine Mitglieder mehr ändern.";
    if (wait !== undefined)
      return void (await updateRun(tx, runId, ["PREVIEW"], {
        error: `${wait} Deshalb wird die Datei nicht von selbst übernommen.`,
      }));
    await startApplying(tx, runId, {
      id: source.responsible_id,
      name: source.responsible_name ?? "Zeitplan",
    });
  });
}

/** So few are never doubted. */
const ALWAYS_ALLOWED = 5;

/** Why a file is more likely cut off, shifted or of another kind than true: a German sentence. */
function doubtAbout(run: RunRecord, leavingOut: number): string | undefined {
  const {
    new_count: created,
    changed_count: changed,
    same_count: same,
    faulty_count: heldBack,
    undecided_count: undecided,
    ambiguous_count: ambiguous,
    missing_count: missing,
  } = run;
  const present = created + changed + same + heldBack + undecided + ambiguous;
  const faulty = heldBack + leavingOut;
  const isMuch = (count: number, of: number, share: number) =>
    count > ALWAYS_ALLOWED && count > share * of;
  if (run.rules.onMissing === "SET_LEFT" && isMuch(missing, present + missing, 0.2))
    return `In der Datei fehlen ${shown(missing)} Mitglieder auf einmal.`;
  // A new division of the club waits like a broken column: neither comes in by itself.
  if (isMuch(faulty + undecided, present, 0.2))
    return undecided > faulty
      ? `Bei ${shown(undecided)} von ${shown(present)} Zeilen ist zu klären, welche Gruppen gemeint sind.`
      : `In der Datei sind ${shown(faulty + undecided)} von ${shown(present)} Zeilen fehlerhaft.`;
  if (run.rules.onChanged !== "SKIP" && isMuch(changed, changed + same, 0.5))
    return `Es ändern sich ${shown(changed)} von ${shown(changed + same)} Mitgliedern auf einmal.`;
  return undefined;
}

function shown(count: number): string {
  return count.toLocaleString("de");
}
