import { v7 as uuidv7 } from "uuid";
import { type Holder, mayChangePermissions, refuseEscalation } from "../rights/permissions.ts";
import { PERMISSIONS } from "#platform/contract/permissions.ts";
import { AppError, fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { GroupCreate, GroupUpdate } from "../../groups-contract.ts";
import {
  deleteGroupRow,
  deleteUnusedGroupRows,
  groupExists,
  type GroupValues,
  insertGroup,
  lockGroup,
  lockGroups,
  lockGroupTree,
  moveChildren,
  selectAncestors,
  selectNamesInTheWay,
  updateGroupRow,
} from "./queries.ts";
import { type GroupActor, refuseOpeningBelow, refuseOpeningTo } from "./openings.ts";
import { mayChangeMembers } from "./rules.ts";

const uniqueName = uniqueField(
  "club_group_name",
  "name",
  "Eine Gruppe mit diesem Namen gibt es an dieser Stelle schon.",
);

/** Makes a group; `id` only where the history brings a deleted one back. */
export async function createGroup(
  tx: WriteTx,
  actor: GroupActor,
  input: GroupCreate,
  id: string = uuidv7(),
): Promise<string> {
  if (!mayChangePermissions(actor, [], input.permissions)) throw refuseEscalation();
  await checkParent(tx, id, input.parentId);
  if (input.forNewMembers && input.parentId !== null) await refuseBelow(tx, actor, input.parentId);
  await uniqueName(() => insertGroup(tx, id, valuesOf(input)));
  return id;
}

/** Returns false when the group has another version by now. */
export async function updateGroup(
  tx: WriteTx,
  actor: GroupActor,
  id: string,
  { version, ...input }: GroupUpdate,
): Promise<boolean> {
  await lockGroupTree(tx);
  const before = await lockGroup(tx, id);
  if (before === undefined) throw notFound();
  if (before.version !== version) return false;
  if (!mayChangePermissions(actor, before.permissions, input.permissions)) throw refuseEscalation();
  if (input.parentId !== null && input.parentId !== before.parent_id) {
    await checkParent(tx, id, input.parentId);
    // Whoever is in the group now or later is let in above by this.
    await refuseBelow(tx, actor, input.parentId);
  }
  if (input.forNewMembers && !before.for_new_members) {
    // Everybody to come is put into it by this.
    if (!mayChangeMembers(actor, before)) throw refuseEscalation();
    await refuseOpeningTo(tx, actor, before);
  }
  return uniqueName(() => updateGroupRow(tx, id, version, valuesOf(input)));
}

/** Its people stay, its sub-groups move one level up. */
export async function deleteGroup(tx: WriteTx, actor: Holder, id: string): Promise<void> {
  await lockGroupTree(tx);
  const group = await lockGroup(tx, id);
  if (group === undefined) throw notFound();
  if (!mayChangeMembers(actor, group)) throw refuseEscalation();
  const [name] = await selectNamesInTheWay(tx, id, group.parent_id);
  if (name !== undefined) {
    throw new AppError("CONFLICT", {
      code: "SUBGROUP_NAME_TAKEN",
      detail: `Die Untergruppe „${name}“ kann nicht eine Ebene höher rücken, weil es dort schon eine Gruppe mit diesem Namen gibt. Bitte benennen Sie eine der beiden vorher um.`,
    });
  }
  await moveChildren(tx, id, group.parent_id);
  await deleteGroupRow(tx, id);
}

/**
 * Deletes those of the groups that have no members and no sub-groups, sub-groups first.
 * Returns their ids.
 */
export async function deleteUnusedGroups(
  tx: WriteTx,
  actor: Holder,
  ids: readonly string[],
): Promise<string[]> {
  await lockGroupTree(tx);
  const groups = await lockGroups(tx, ids);
  if (groups.some((group) => !mayChangeMembers(actor, group))) throw refuseEscalation();
  const deleted: string[] = [];
  for (;;) {
    const now = await deleteUnusedGroupRows(tx, ids);
    if (now.length === 0) return deleted;
    deleted.push(...now);
  }
}

async function refuseBelow(tx: WriteTx, actor: GroupActor, parentId: string): Promise<void> {
  const parent = await lockGroup(tx, parentId);
  if (parent !== undefined) await refuseOpeningBelow(tx, actor, parent);
}

async function checkParent(tx: WriteTx, id: string, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  await lockGroupTree(tx);
  if (!(await groupExists(tx, parentId)))
    throw fieldProblem("parentId", "Diese Gruppe gibt es nicht.", "NOT_FOUND", "UNPROCESSABLE");
  if ((await selectAncestors(tx, parentId)).includes(id)) {
    throw fieldProblem(
      "parentId",
      "Eine Gruppe kann nicht unter sich selbst oder unter einer ihrer Untergruppen stehen.",
      "CYCLE",
      "UNPROCESSABLE",
    );
  }
}

function valuesOf(input: GroupCreate): GroupValues {
  const { name, parentId, description, color, permissions, forNewMembers } = input;
  const given = new Set(permissions);
  return {
    name,
    parent_id: parentId,
    description,
    color,
    permissions: PERMISSIONS.filter((permission) => given.has(permission)),
    for_new_members: forNewMembers,
  };
}
