import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { exportContract } from "../../export-contract.ts";
import { cleanUpExports } from "./cleanup.ts";
import { runExport } from "./runs/run-export.ts";
import { runHandlers } from "./runs/run-handlers.ts";
import { startScheduledExport } from "./targets/scheduled-run.ts";
import { targetHandlers } from "./targets/target-handlers.ts";

/** What exports add to the module's manifest. */
export function exportHandlers(services: Services): Handlers<typeof exportContract> {
  return { ...targetHandlers(services), ...runHandlers(services) };
}

export const exportJobs = [runExport, startScheduledExport, cleanUpExports];
