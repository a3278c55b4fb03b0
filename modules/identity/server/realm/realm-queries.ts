import type { Database } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { findTenantByName } from "#modules/tenants/server/public.ts";

/**
 * Returns undefined for unknown and suspended tenants alike. A club in maintenance is found: whoever
 * logs out at a Keycloak meanwhile is logged out.
 */
export async function findUnsuspendedTenant(
  database: Database,
  name: string,
): Promise<TenantRow | undefined> {
  const tenant = await findTenantByName(database, name);
  return tenant?.state === "SUSPENDED" ? undefined : tenant;
}
