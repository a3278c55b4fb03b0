import { createGroup, OPERATOR } from "#modules/members/server/public.ts";
import { groupCreate } from "#modules/members/groups-contract.ts";
import { createTenant } from "#modules/tenants/server/public.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";

/**
 * Makes a club with the group that its members join. They see calendars, documents and pictures
 * that are shared with them; who else is in the club is for the club to show.
 */
export async function createClub(
  database: Database,
  name: string,
  displayName: string,
): Promise<TenantRow> {
  return createTenant(database, name, displayName, async (tx) => {
    const allMembers = groupCreate.parse({
      name: "Alle Mitglieder",
      color: "GRAY",
      permissions: ["QUERY_CALENDAR", "QUERY_FILESHARE", "QUERY_IMAGESHARE"],
      forNewMembers: true,
    });
    await createGroup(tx, OPERATOR, allMembers);
  });
}
