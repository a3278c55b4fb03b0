import {
  type Holder,
  holdsPermission,
  loadPrincipalRights,
} from "#modules/members/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Actor, ReadTx } from "#platform/server/database/database.ts";

const NOBODY: Holder = { isAdmin: false, permissions: new Set() };

/**
 * Rights of a member as they are now, not as they were when the work was ordered; none when they
 * are gone.
 */
export async function rightsOf(tx: ReadTx, memberId: string | null): Promise<Holder> {
  if (memberId === null) return NOBODY;
  const { isAdmin, permissions, active } = await loadPrincipalRights(tx, memberId);
  return active ? { isAdmin, permissions: new Set(permissions) } : NOBODY;
}

/** How an import's work stands in the history. */
export function importActor(
  actor: { id: string | null; name: string },
  importRunId?: string,
): Actor {
  return {
    userId: actor.id,
    name: actor.name,
    kind: "IMPORT",
    way: "IMPORT",
    ...(importRunId === undefined ? {} : { importRunId }),
  };
}

export function requirePermission(holder: Holder, permission: Permission): void {
  if (!holdsPermission(holder, permission)) throw new AppError("FORBIDDEN");
}
