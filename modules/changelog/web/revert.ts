import { useState } from "react";
import type { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { changelogContract, type Change, type revertResult } from "../contract.ts";
import { useRefreshAfterRevert } from "./queries.ts";
import { revertedMessage, revertQuestion } from "./revert-words.ts";

export type RevertResult = z.infer<typeof revertResult>;

/** What is shown after taking back, when not everything could be: later edits stay. */
export interface RevertOutcome {
  change: Change;
  result: RevertResult;
}

/**
 * Takes an entry or single fields of it back, says what happened, and offers to take that back in
 * turn.
 */
export function useRevert() {
  const [report, setReport] = useState<RevertOutcome>();
  const refresh = useRefreshAfterRevert();

  const send = async (id: string, fields?: string[]): Promise<RevertResult> => {
    const result = await call(changelogContract.revertChange, {
      params: { id },
      body: fields ? { fields } : {},
    });
    await refresh();
    return result;
  };

  const revert = async (change: Change, fields?: string[]) => {
    const question = revertQuestion(change);
    if (question && !(await askToConfirm(question))) return;
    const result = await send(change.id, fields);
    if (result.conflicts.length > 0) return setReport({ change, result });
    const message = revertedMessage(change, result);
    const made = result.change;
    if (made?.can.includes("REVERT")) showUndo(message, () => send(made.id));
    else showDone(message);
  };

  return { revert, report, closeReport: () => setReport(undefined) };
}
