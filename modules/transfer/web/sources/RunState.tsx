import { plural } from "#platform/web/format/format.ts";
import type { ImportRun } from "../../import-contract.ts";
import { countWords, progressWords, STATE_LABELS } from "../sync/import-words.ts";
import { isWorking } from "../sync/run-queries.ts";
import classes from "./sources.module.css";

/** How a run stands, in words with a dot of its colour. */
export function RunState({ run }: { run: Pick<ImportRun, "state" | "stage"> }) {
  return (
    <span className={classes.state} data-state={run.state}>
      {run.stage === "REVERTING" ? "wird zurückgenommen" : STATE_LABELS[run.state]}
    </span>
  );
}

/** What came of a run, in a few words. */
export function runWords(run: ImportRun): string {
  if (isWorking(run)) return progressWords(run);
  if (run.state === "FAILED") return run.error ?? "";
  if (run.reverted !== null) {
    const spared =
      run.reverted.sparedCount === 0
        ? ""
        : `, ${plural(run.reverted.sparedCount, "Eintrag", "Einträge")} verschont`;
    return `${plural(run.reverted.reverted, "Änderung", "Änderungen")} zurückgenommen${spared}`;
  }
  return countWords(run);
}
