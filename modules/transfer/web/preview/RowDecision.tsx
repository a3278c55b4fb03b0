import { Button } from "@mantine/core";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { importContract, type ImportRow, type ImportRun } from "../../import-contract.ts";
import { useRunChanged } from "../sync/run-queries.ts";
import classes from "./preview.module.css";
import { rowName } from "./row-words.ts";

type Action = NonNullable<ImportRow["decision"]>["action"];

/** Tells the server what the user decided about a row; the row is compared again. */
export function useDecision(run: Pick<ImportRun, "id">, row: Pick<ImportRow, "number">) {
  const changed = useRunChanged();
  const [sending, setSending] = useState(false);
  const decide = async (action: Action | null, userId: string | null = null) => {
    setSending(true);
    try {
      changed(
        await call(importContract.decideImportRows, {
          params: { id: run.id },
          body: { decisions: [{ number: row.number, action, userId }] },
        }),
      );
    } finally {
      setSending(false);
    }
  };
  return { decide, sending };
}

const DECIDED: Record<Action, string> = {
  SKIP: "Wird ausgelassen.",
  MEMBER: "Von Ihnen diesem Mitglied zugeordnet.",
  NEW: "Von Ihnen als neue Person bestätigt.",
};

/** Leaves a row out that would be taken over, or takes a decision back. */
export function RowDecision({ run, row }: { run: ImportRun; row: ImportRow }) {
  const { decide, sending } = useDecision(run, row);
  const name = rowName(row);
  if (row.decision === null) {
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`${name} auslassen`}
        disabled={sending}
        onClick={() => void decide("SKIP")}
      >
        Auslassen
      </Button>
    );
  }
  return (
    <span className={classes.decided}>
      {DECIDED[row.decision.action]}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Entscheidung zu ${name} zurücknehmen`}
        disabled={sending}
        onClick={() => void decide(null)}
      >
        Zurücknehmen
      </Button>
    </span>
  );
}
