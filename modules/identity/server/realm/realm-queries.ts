import { type Database, type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { findTenantByName } from "#modules/tenants/server/public.ts";

/** What the provider's pages and mails show of a club. */
export interface Branding {
  name: string;
  clubName: string;
  accentColor: string;
  hasLogo: boolean;
}

/** Returns undefined for unknown and suspended tenants alike. */
export async function findActiveTenant(
  database: Database,
  name: string,
): Promise<TenantRow | undefined> {
  const tenant = await findTenantByName(database, name);
  return tenant?.state === "ACTIVE" ? tenant : undefined;
}

export async function loadBranding(tx: ReadTx): Promise<Branding> {
  const row = await sqlOf(tx)
    .selectFrom("club")
    .select(["name", "display_name", "accent_color", "logo_key"])
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    clubName: row.display_name,
    accentColor: row.accent_color,
    hasLogo: row.logo_key !== null,
  };
}
