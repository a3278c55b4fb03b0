import type { Permission } from "#platform/contract/permissions.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { effectivePermissions } from "./permissions.ts";
import { selectRights } from "./rights-queries.ts";

export interface PrincipalRights {
  name: string;
  isAdmin: boolean;
  /** Effective: direct, through today's groups, all of them for administrators. */
  permissions: Permission[];
  groupIds: string[];
  ledGroupIds: string[];
  /**
   * False when unknown, left in the past, in the trash or anonymised, and while the login is
   * disabled. Members without a login are active: files and feeds may be theirs all the same.
   */
  active: boolean;
}

/** Rights of a member as they are now; for authentication. */
export async function loadPrincipalRights(tx: ReadTx, memberId: string): Promise<PrincipalRights> {
  const [found] = await selectRights(tx, [memberId]);
  if (found === undefined)
    return {
      name: "",
      isAdmin: false,
      permissions: [],
      groupIds: [],
      ledGroupIds: [],
      active: false,
    };
  const { name, isAdmin, groupIds, ledGroupIds, active } = found;
  return { name, isAdmin, permissions: effectivePermissions(found), groupIds, ledGroupIds, active };
}
