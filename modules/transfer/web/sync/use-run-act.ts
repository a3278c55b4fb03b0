import { useState } from "react";
import { ApiError } from "#platform/web/api/api.ts";
import type { ImportRun } from "../../import-contract.ts";
import { useRunChanged } from "./run-queries.ts";

/** Sends what changes a run, and keeps the server's sentence when it refuses. */
export function useRunAct() {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const changed = useRunChanged();
  const act = async (send: () => Promise<ImportRun>) => {
    setSending(true);
    setProblem(undefined);
    try {
      changed(await send());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setSending(false);
    }
  };
  return { sending, problem, act };
}
