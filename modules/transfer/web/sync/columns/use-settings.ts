import { useState } from "react";
import { ApiError } from "#platform/web/api/api.ts";
import type { ImportRun } from "../../../import-contract.ts";
import { changeSettings, type SettingsOfRun } from "../change-settings.ts";
import { useRunChanged } from "../run-queries.ts";

/** Returns how a run's settings are saved, and the sentence of what was wrong with them. */
export function useSettings(run: ImportRun) {
  const changed = useRunChanged();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async (settings: SettingsOfRun, then?: () => void) => {
    setSaving(true);
    setProblem(undefined);
    try {
      changed(await changeSettings(run.id, settings));
      then?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors[0]?.message ?? error.message);
    } finally {
      setSaving(false);
    }
  };
  return { save, saving, problem };
}
