import type { TableAccess } from "./server-module.ts";

/** The tables that every module stands on. */
export const platformTables: TableAccess = {
  tables: ["blob", "idempotent_answer", "operations.job_worker", "operations.rate_limit"],
};
