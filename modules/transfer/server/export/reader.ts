import { loadPrincipalRights } from "#modules/members/server/public.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";

/**
 * Somebody in whose name an export runs without them, with their rights as they are now; undefined
 * when they may not.
 */
export async function readerOf(tx: ReadTx, userId: string): Promise<Principal | undefined> {
  const { name, isAdmin, permissions, groupIds, ledGroupIds, active } = await loadPrincipalRights(
    tx,
    userId,
  );
  const principal = {
    userId,
    name,
    isAdmin,
    permissions: new Set(permissions),
    groupIds,
    ledGroupIds,
    sessionId: "",
  };
  return active && mayExport(principal) ? principal : undefined;
}

/** Exports show members, so they run only in the name of a person who may see members. */
export function mayExport(principal: Principal): boolean {
  return holds(principal, "MANAGE_EXPORTS") && holds(principal, "QUERY_USER");
}
