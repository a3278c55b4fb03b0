import {
  type GroupActor,
  type Holder,
  holdsPermission,
  loadPrincipalRights,
} from "#modules/members/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Actor, ReadTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";

const NOBODY: Omit<GroupActor, "openings"> = {
  isAdmin: false,
  permissions: new Set(),
  userId: "",
  groupIds: [],
};

/**
 * Rights of a member as they are now, not as they were when the work was ordered; none when they
 * are gone.
 */
export async function rightsOf(
  tx: ReadTx,
  memberId: string | null,
  { openings }: Pick<Services, "openings">,
): Promise<GroupActor> {
  if (memberId === null) return { ...NOBODY, openings };
  const { active, isAdmin, permissions, ...rights } = await loadPrincipalRights(tx, memberId);
  if (!active) return { ...NOBODY, openings };
  const { groupIds, ledGroupIds } = rights;
  const held = { isAdmin, permissions: new Set(permissions) };
  return { ...held, userId: memberId, groupIds, ledGroupIds, openings };
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
