import { Alert, Button } from "@mantine/core";
import { call } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { importContract, type ImportRun } from "../../import-contract.ts";
import { useNewMemberGroupNames } from "#modules/members/web/public.ts";
import { planSentences, writesSomething } from "../sync/import-words.ts";
import { useRunAct } from "../sync/use-run-act.ts";
import classes from "../sync/sync.module.css";

/** What „Übernehmen“ will do, in whole sentences beside the button. */
export function ApplyBar({ run }: { run: ImportRun }) {
  const { sending, problem, act } = useRunAct();
  const groups = useNewMemberGroupNames();
  const plan = planSentences(run, run.counts.ambiguous, groups);
  const canWrite = writesSomething(run);

  const apply = async () => {
    if (run.onMissing === "SET_LEFT" && run.counts.missing > 0) {
      const sure = await askToConfirm({
        title: `${plural(run.counts.missing, "Mitglied", "Mitglieder")} als ausgetreten eintragen?`,
        text: "Sie fehlen in der Datei und bekommen heute als Austritt. Das ist richtig, wenn die Datei alle Mitglieder enthält. Rückgängig machen lässt es sich mit dem ganzen Import.",
        confirmLabel: "Import übernehmen",
        destructive: true,
      });
      if (!sure) return;
    }
    await act(() => call(importContract.applyImport, { params: { id: run.id }, inForm: true }));
  };

  return (
    <>
      {(problem ?? run.error) !== null && (
        <Alert color="red" variant="light" role="alert" mt="md">
          {problem ?? run.error} Es wurde nichts geändert.
        </Alert>
      )}
      <div className={classes.bar}>
        <div className={classes.barWords}>
          {canWrite ? (
            <ul className={classes.plan} aria-label="Das geschieht beim Übernehmen">
              {plan.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : (
            <p>
              <strong>Es gibt nichts zu übernehmen.</strong> {plan.join(" ")}
            </p>
          )}
          {canWrite && (
            <p>
              Noch ist nichts geändert. E-Mails werden nicht verschickt. Der ganze Import lässt sich
              danach rückgängig machen.
            </p>
          )}
        </div>
        <div className={classes.barAct}>
          <Button
            size="md"
            loading={sending}
            disabled={!canWrite || !run.can.includes("APPLY")}
            onClick={() => void apply()}
          >
            Übernehmen
          </Button>
        </div>
      </div>
    </>
  );
}
