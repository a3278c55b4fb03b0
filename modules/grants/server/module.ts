import type { TableAccess } from "#platform/server/server-module.ts";

/**
 * Grants have no table of their own: each of their owners has one, and hands it to the statements
 * of this module.
 */
export const grantsTables: TableAccess = {
  reads: ["person", "group_name"],
};
