import {
  type MemberRecord,
  restoreMembers,
  selectMember,
  selectToday,
  setMemberPermissions,
  trashMembers,
  updateMember,
} from "#modules/members/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { memberForm, OLD_VALUE_REFUSED } from "./member-form.ts";
import { type ChangeValue, selectPresentValues } from "../queries.ts";
import type { Reverter } from "./reverter.ts";

type Values = Record<string, ChangeValue>;

/**
 * Writes old values into a member through the same doors as a page does, so that every rule holds.
 */
export async function setMemberBack(
  tx: WriteTx,
  { actor, identity }: Reverter,
  id: string,
  old: Values,
): Promise<void> {
  const { inTrash, permissions, isAdmin, ...values } = old;
  const has = (field: string) => Object.hasOwn(old, field);
  if (has("inTrash") && inTrash !== true) await restoreMembers(tx, [id], actor);
  if (Object.keys(values).length > 0) {
    const before = await livingMember(tx, id);
    const form = memberForm(
      { ...(await selectPresentValues(tx, "USER", id)), ...values },
      before.version,
    );
    if (!form.success) {
      throw new AppError("UNPROCESSABLE", {
        code: "OLD_VALUE_REFUSED",
        detail: `${OLD_VALUE_REFUSED}. Bitte ändern Sie das Mitglied auf seiner Seite.`,
      });
    }
    await updateMember(tx, id, form.data, { actor });
  }
  if (has("permissions") || has("isAdmin")) {
    const before = await livingMember(tx, id);
    const rights = {
      permissions: has("permissions") ? ((permissions ?? []) as Permission[]) : before.permissions,
      isAdmin: has("isAdmin") ? isAdmin === true : before.is_admin,
    };
    await setMemberPermissions(tx, id, { ...rights, version: before.version }, { actor });
  }
  if (has("inTrash") && inTrash === true) await trashMembers(tx, identity, [id], actor);
}

async function livingMember(tx: WriteTx, id: string): Promise<MemberRecord> {
  const record = await selectMember(tx, id, await selectToday(tx));
  if (record === undefined) {
    throw new AppError("CONFLICT", {
      code: "IN_TRASH",
      detail: "Das Mitglied liegt im Papierkorb. Bitte stellen Sie es zuerst wieder her.",
    });
  }
  return record;
}
