import type { Permission } from "#platform/contract/permissions.ts";
import type { ReadTx, WriteTx } from "#platform/server/database.ts";
import type { z } from "zod";
import { userCreate } from "../contract.ts";
import { effectivePermissions, OPERATOR } from "./permissions.ts";
import { selectRights } from "./rights-queries.ts";
import { createMembers as createCheckedMembers } from "./save-member.ts";
import { setMemberPermissions } from "./set-permissions.ts";

export { nameSound } from "../cologne.ts";
export { clubDay } from "./club-day.ts";
export { toFilter, toOrder, type MemberFilter, type MemberOrder } from "./list-filter.ts";
export { countMembers, selectMemberIds, selectPackedIds } from "./list-queries.ts";
export { type ListColumn, listColumns } from "./list-export.ts";
export type { MemberRecord } from "./member-columns-queries.ts";
export {
  type Holder,
  mayChangePermissions,
  OPERATOR,
  outranks,
  holdsPermission,
  refuseEscalation,
  seesProtectedFields,
} from "./permissions.ts";
export { PackedIds } from "./packed-ids.ts";
export { portionsOf } from "./portions.ts";
export { selectMember, selectMembers, selectToday, setMessageMail } from "./queries.ts";
export { toUser, toUserRow } from "./records.ts";
export {
  type GroupActions,
  type PersonalData,
  provideGroupActions,
  registerForgetter,
  registerPersonalData,
} from "./registrations.ts";
export { memberCreation, updateMember } from "./save-member.ts";
export { type MemberChange, updateMembers } from "./update-members.ts";
export { selectViews } from "./view-queries.ts";
export { setMemberPermissions } from "./set-permissions.ts";
export { restoreMembers, trashMembers } from "./trash.ts";
export { ANONYMISED_NAME } from "./trash-queries.ts";
export { csvLine, germanDay, neutralised, type SheetCell } from "./sheet-cells.ts";
export { xlsxStream } from "./xlsx.ts";
export { impossibleDates, memberProblems } from "./validation.ts";
export { findDuplicates } from "./duplicates.ts";
export { selectRights } from "./rights-queries.ts";
export { foldedText, searchText, searchWords } from "#platform/contract/fold.ts";

/** A member's values as anyone writes them; what is absent is empty. */
export type MemberInput = z.input<typeof userCreate>;

export interface PrincipalRights {
  name: string;
  isAdmin: boolean;
  /** Effective: direct, through today's groups, all of them for administrators. */
  permissions: Permission[];
  groupIds: string[];
  ledGroupIds: string[];
  /** False when unknown, left in the past, in the trash or anonymised. */
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

/** Creates a member with rights of its own; for demo data, the command line and tests. */
export async function createMember(
  tx: WriteTx,
  values: MemberInput,
  rights?: { permissions?: readonly Permission[]; isAdmin?: boolean },
): Promise<{ id: string }> {
  const [id] = await createMembers(tx, [values]);
  if (id === undefined) throw new Error("no member was created");
  const { permissions = [], isAdmin = false } = rights ?? {};
  if (isAdmin || permissions.length > 0)
    await setMemberPermissions(
      tx,
      id,
      { permissions, isAdmin, version: null },
      { actor: OPERATOR },
    );
  return { id };
}

/** Creates many members by one statement; answers their ids in order. */
export async function createMembers(
  tx: WriteTx,
  values: readonly MemberInput[],
): Promise<string[]> {
  return createCheckedMembers(
    tx,
    values.map((value) => userCreate.parse(value)),
  );
}
