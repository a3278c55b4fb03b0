import { findTenantByName, TenantRefusal } from "#modules/tenants/server/public.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";

/** Returns the club of that name; refuses in German when there is none. */
export async function clubNamed(database: Database, name: string): Promise<TenantRow> {
  const tenant = await findTenantByName(database, name);
  if (tenant === undefined) throw new TenantRefusal(`Einen Verein "${name}" gibt es nicht.`);
  return tenant;
}
