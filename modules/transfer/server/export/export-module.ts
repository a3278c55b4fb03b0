import type { Handlers } from "#platform/server/http/implement.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import type { exportContract } from "../../export-contract.ts";
import { RUN_JOB, runExport } from "./runs/run-export.ts";
import { runHandlers } from "./runs/run-handlers.ts";
import { SCHEDULED_JOB } from "./targets/schedule.ts";
import { scheduledRun, tend, TEND_ALL_JOB, TEND_JOB, tendAll } from "./targets/scheduled-run.ts";
import { targetHandlers } from "./targets/target-handlers.ts";

/** What exports add to the module's manifest. */
export function exportHandlers(services: Services): Handlers<typeof exportContract> {
  return { ...targetHandlers(services), ...runHandlers(services) };
}

export function exportJobs(services: Services): Record<string, JobHandler> {
  return {
    [RUN_JOB]: runExport(services),
    [SCHEDULED_JOB]: scheduledRun(services),
    [TEND_ALL_JOB]: tendAll,
    [TEND_JOB]: tend,
  };
}

export const exportSchedule = { "53 3 * * *": TEND_ALL_JOB };
