import { Alert, Button } from "@mantine/core";
import { Download, Undo2 } from "lucide-react";
import { call } from "#platform/web/api/api.ts";
import { formatDateTime, plural } from "#platform/web/format/format.ts";
import { RouterLink, pageAddress } from "#platform/web/links.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { importContract, type ImportRun } from "../../import-contract.ts";
import { downloadFaultyRows } from "../preview/faulty-rows.ts";
import { useRunAct } from "../sync/use-run-act.ts";
import { RememberSource } from "./RememberSource.tsx";
import { SkippedReverts } from "./SkippedReverts.tsx";
import classes from "./result.module.css";

/** The last step: what was written, with the way back. */
export function ImportResult({ run, onAgain }: { run: ImportRun; onAgain: () => void }) {
  const { sending, problem, act } = useRunAct();

  const revert = async () => {
    const sure = await askToConfirm({
      title: "Den ganzen Import rückgängig machen?",
      text: "Alles, was dieser Import angelegt oder geändert hat, bekommt den Stand von vorher. Was seither von Hand geändert wurde, bleibt und wird Ihnen danach gezeigt.",
      confirmLabel: "Import rückgängig machen",
    });
    if (!sure) return;
    await act(() => call(importContract.revertImport, { params: { id: run.id }, inForm: true }));
  };

  return (
    <div className={classes.result}>
      <Card
        title={
          run.state === "REVERTED"
            ? "Der Import ist rückgängig gemacht"
            : "Der Import ist übernommen"
        }
      >
        <ul className={classes.facts}>
          {(run.reverted === null ? appliedWords(run) : revertedWords(run, run.reverted)).map(
            (words) => (
              <li key={words}>{words}</li>
            ),
          )}
        </ul>
        {run.reverted !== null && (
          <p className={classes.quiet}>Der Import im Einzelnen: {appliedWords(run).join(", ")}.</p>
        )}
        <p className={classes.quiet}>
          {run.appliedAt &&
            `Übernommen am ${formatDateTime(run.appliedAt)}${run.appliedBy ? ` von ${run.appliedBy.name}` : ""}.`}
          {run.revertedAt && ` Rückgängig gemacht am ${formatDateTime(run.revertedAt)}.`}
        </p>
        {(problem !== undefined || (run.state === "APPLIED" && run.error !== null)) && (
          <Alert color="red" variant="light" role="alert" mb="md">
            {problem ?? run.error}
          </Alert>
        )}
        <div className={classes.actions}>
          <Button component={RouterLink} to="/users">
            Zur Mitgliederliste
          </Button>
          {run.counts.faulty + run.counts.undecided > 0 && run.can.includes("FAULTY_ROWS") && (
            <Button
              variant="default"
              leftSection={<Download size={16} aria-hidden />}
              onClick={() => void downloadFaultyRows(run)}
            >
              Fehlerhafte Zeilen herunterladen
            </Button>
          )}
          {run.can.includes("SEE_HISTORY") && run.applied !== null && (
            <Button
              variant="default"
              component={RouterLink}
              to={pageAddress("/users/history", { importRunId: run.id })}
            >
              Änderungen ansehen
            </Button>
          )}
          <Button variant="default" onClick={onAgain}>
            Weitere Datei einlesen
          </Button>
          {run.can.includes("REVERT") && (
            <Button
              variant="default"
              leftSection={<Undo2 size={16} aria-hidden />}
              loading={sending}
              onClick={() => void revert()}
            >
              Rückgängig machen
            </Button>
          )}
        </div>
      </Card>
      {run.reverted !== null && <SkippedReverts reverted={run.reverted} />}
      {run.state === "APPLIED" && <RememberSource run={run} />}
    </div>
  );
}

function appliedWords({ applied, counts }: ImportRun): string[] {
  if (applied === null) return ["Es wurde nichts geändert."];
  // The faulty ones, and those whose groups are open, are told by themselves.
  const ambiguous = applied.skipped - counts.faulty - counts.undecided;
  const words = [
    applied.created > 0 && plural(applied.created, "Mitglied angelegt", "Mitglieder angelegt"),
    applied.updated > 0 && plural(applied.updated, "Mitglied geändert", "Mitglieder geändert"),
    applied.left > 0 &&
      plural(
        applied.left,
        "Mitglied als ausgetreten eingetragen",
        "Mitglieder als ausgetreten eingetragen",
      ),
    applied.groups > 0 && plural(applied.groups, "Gruppe angelegt", "Gruppen angelegt"),
    applied.memberships > 0 &&
      plural(
        applied.memberships,
        "Zugehörigkeit zu einer Gruppe eingetragen",
        "Zugehörigkeiten zu Gruppen eingetragen",
      ),
    counts.same > 0 &&
      plural(
        counts.same,
        "Mitglied war schon auf diesem Stand",
        "Mitglieder waren schon auf diesem Stand",
      ),
    ambiguous > 0 &&
      plural(ambiguous, "mehrdeutige Zeile ausgelassen", "mehrdeutige Zeilen ausgelassen"),
    counts.undecided > 0 &&
      plural(
        counts.undecided,
        "Zeile ausgelassen, über deren Gruppen nicht entschieden war",
        "Zeilen ausgelassen, über deren Gruppen nicht entschieden war",
      ),
    counts.faulty > 0 &&
      plural(
        counts.faulty,
        "fehlerhafte Zeile nicht übernommen",
        "fehlerhafte Zeilen nicht übernommen",
      ),
  ].filter((one) => one !== false);
  return words.length === 0 ? ["Es wurde nichts geändert."] : words;
}

function revertedWords(
  { applied }: ImportRun,
  { reverted, sparedCount }: NonNullable<ImportRun["reverted"]>,
): string[] {
  const words = [
    reverted === 0
      ? "Es gab nichts zurückzunehmen."
      : plural(reverted, "Änderung zurückgenommen", "Änderungen zurückgenommen"),
  ];
  if (sparedCount > 0)
    words.push(
      plural(sparedCount, "Eintrag geblieben, wie er ist", "Einträge geblieben, wie sie sind"),
    );
  if ((applied?.created ?? 0) > 0 && reverted > 0)
    words.push("Neu angelegte Mitglieder liegen im Papierkorb");
  return words;
}
