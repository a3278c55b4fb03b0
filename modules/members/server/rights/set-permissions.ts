import type { Permission } from "#platform/contract/permissions.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { keepAnAdministrator } from "./administrators.ts";
import type { MemberRecord } from "../people/member-columns-queries.ts";
import { type Holder, mayChangePermissions, refuseEscalation } from "./permissions.ts";
import { selectToday, updateMemberRow } from "../people/queries.ts";
import { lockedMember, refuseTakeover, staleVersion } from "../people/save-member.ts";

interface Rights {
  permissions: readonly Permission[];
  isAdmin: boolean;
  /** Null: whichever it is. */
  version: number | null;
}

/**
 * Sets the rights a member holds directly; refuses to give or take what the actor does not hold.
 */
export async function setMemberPermissions(
  tx: WriteTx,
  id: string,
  { permissions, isAdmin, version }: Rights,
  { actor, show }: { actor: Holder; show?: (record: MemberRecord, today: string) => unknown },
): Promise<void> {
  const today = await selectToday(tx);
  const change = async () => {
    const before = await lockedMember(tx, id, today);
    if (version !== null && before.version !== version) throw staleVersion(before, today, show);
    if (before.is_admin !== isAdmin && !actor.isAdmin) throw refuseEscalation();
    if (!mayChangePermissions(actor, before.permissions, permissions)) throw refuseEscalation();
    await refuseTakeover(tx, id, actor);
    await updateMemberRow(tx, id, version, {
      is_admin: isAdmin,
      permissions: [...new Set(permissions)],
    });
  };
  await (isAdmin ? change() : keepAnAdministrator(tx, [id], change));
}
