import type { Services } from "#platform/server/services.ts";
import { applyImport } from "./apply/apply.ts";
import { cleanUpImports } from "./cleanup.ts";
import { compareImport } from "./runs/compare-again.ts";
import { readImport } from "./runs/read-run.ts";
import { revertImport } from "./runs/revert-run.ts";
import { runHandlers } from "./runs/run-handlers.ts";
import { startScheduledImport } from "./sources/scheduled-run.ts";
import { sourceHandlers } from "./sources/source-handlers.ts";

export function importHandlers(services: Services) {
  return { ...sourceHandlers(services), ...runHandlers(services) };
}

export const importJobs = [
  readImport,
  compareImport,
  applyImport,
  revertImport,
  startScheduledImport,
  cleanUpImports,
];

export const importKinds = {
  "import-source": "MANAGE_IMPORTS",
  "import-run": "MANAGE_IMPORTS",
} as const;
