import { AppError } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { lockTenant } from "#modules/tenants/server/public.ts";
import { anyAdministrator, countAdministrators } from "./rights-queries.ts";

/**
 * Does work that may take administrators away, and refuses it when none would be left, or none who
 * can log in. One such change runs at a time, so that two can't each leave the other's last one.
 */
export async function keepAnAdministrator<T>(
  tx: WriteTx,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (!(await anyAdministrator(tx, ids))) return work();
  await lockTenant(tx);
  const before = await countAdministrators(tx);
  const result = await work();
  const after = await countAdministrators(tx);
  if ((before.all > 0 && after.all === 0) || (before.able > 0 && after.able === 0)) {
    throw new AppError("CONFLICT", {
      code: "LAST_ADMIN",
      detail:
        "Das ist die letzte Person mit Administratorrechten. Geben Sie zuerst einer anderen diese Rechte.",
    });
  }
  return result;
}
