import { identityAdmin } from "#modules/identity/server/public.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { applyRun } from "./apply/apply.ts";
import { compareAgain, readRun } from "./runs/read-run.ts";
import { revertRun } from "./runs/revert-run.ts";
import { runHandlers } from "./runs/run-handlers.ts";
import { startScheduledRun } from "./sources/scheduled-run.ts";
import { sourceHandlers } from "./sources/source-handlers.ts";
import { tidyAllImports, tidyImports } from "./cleanup.ts";

export function importHandlers(services: Services) {
  return { ...sourceHandlers(services), ...runHandlers(services) };
}

export function importJobs(services: Services): Record<string, JobHandler> {
  return {
    "imports:read": readRun(services),
    "imports:compare": compareAgain,
    "imports:apply": applyRun,
    "imports:revert": revertRun(identityAdmin(services)),
    "imports:scheduled": startScheduledRun,
    "imports:tidy": tidyImports,
    "imports:tidy-all": tidyAllImports(services.database),
  };
}

/** UTC. */
export const importSchedule = { "17 3 * * *": "imports:tidy-all" };

export const importKinds = {
  "import-source": "MANAGE_IMPORTS",
  "import-run": "MANAGE_IMPORTS",
} as const;
