import type { TableAccess } from "./server-module.ts";

/** The tables that every module stands on. */
export const platformTables: TableAccess = {
  tables: [
    "blob",
    "blob_quota",
    "idempotent_answer",
    "operations.job_worker",
    "operations.rate_limit",
  ],
};
