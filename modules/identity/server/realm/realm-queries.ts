import type { Database } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { findTenantByName } from "#modules/tenants/server/public.ts";

/** Returns undefined for unknown and suspended tenants alike. */
export async function findActiveTenant(
  database: Database,
  name: string,
): Promise<TenantRow | undefined> {
  const tenant = await findTenantByName(database, name);
  return tenant?.state === "ACTIVE" ? tenant : undefined;
}
