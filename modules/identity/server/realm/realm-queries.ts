import { type Database, type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";

/** What the provider's pages and mails show of a club. */
export interface Branding {
  name: string;
  clubName: string;
  accentColor: string;
  hasLogo: boolean;
}

type FoundTenant = Row<"tenant", "name" | "display_name" | "time_zone" | "state"> & { id: string };

/** Returns undefined for unknown and suspended tenants alike. */
export async function findTenantByName(
  database: Database,
  name: string,
): Promise<TenantRow | undefined> {
  const [row] = await database.queryWithoutTenant<FoundTenant>(
    "SELECT id, name, display_name, time_zone, state FROM find_tenant($1)",
    [name],
  );
  if (row === undefined || row.state !== "ACTIVE") return undefined;
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    timeZone: row.time_zone,
    state: row.state,
  };
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
