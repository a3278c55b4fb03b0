import { Progress, Text } from "@mantine/core";
import type { ImportRun } from "../../import-contract.ts";
import { progressWords } from "./import-words.ts";
import classes from "./sync.module.css";

/** What the server is doing with the file, in numbers. */
export function RunProgress({ run }: { run: ImportRun }) {
  const { done, total } = run.progress;
  const isKnown = total > 0;
  return (
    <div className={classes.working}>
      <Text fw={560} role="status">
        {progressWords(run)}
      </Text>
      <Progress
        value={isKnown ? Math.min(100, (done / total) * 100) : 100}
        animated={!isKnown}
        striped={!isKnown}
        size="lg"
        transitionDuration={200}
        aria-label="Fortschritt des Imports"
      />
      <Text size="sm" c="dimmed">
        Sie können diese Seite verlassen oder schließen; die Arbeit läuft weiter. Sie finden den
        Import später unter „Imports“ wieder.
        {run.state === "PARSING" &&
          " Bis Sie auf „Übernehmen“ klicken, wird an Ihren Mitgliedern nichts geändert."}
      </Text>
    </div>
  );
}
