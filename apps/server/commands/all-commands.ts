import { backup } from "./backup.ts";
import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { createAdmin } from "./create-admin.ts";
import { movingCommands } from "./move-tenant.ts";
import { restore } from "./restore.ts";
import { tenantCommands } from "./tenants.ts";

/** As the help lists them. */
export const commands: readonly Command[] = [
  ...tenantCommands,
  ...movingCommands,
  createAdmin,
  backup,
  restore,
  check,
];
