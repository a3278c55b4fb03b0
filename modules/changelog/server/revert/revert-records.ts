import type { z } from "zod";
import {
  createGroup,
  createMembership,
  deleteGroup,
  putMembership,
  removeMembership,
  lockGroup,
  updateGroup,
} from "#modules/members/server/public.ts";
import { groupCreate, membershipPut } from "#modules/members/groups-contract.ts";
import { trashMembers } from "#modules/members/server/public.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import {
  type ChangeRecord,
  type ChangeValue,
  type Fields,
  groupInUse,
  selectPresentValues,
} from "../queries.ts";
import { OLD_VALUE_REFUSED } from "./member-form.ts";
import { setMemberBack } from "./revert-member.ts";
import type { Reverter } from "./reverter.ts";

type Values = Record<string, ChangeValue>;

export const GROUP_IN_USE =
  "Die Gruppe hat inzwischen Mitglieder oder Untergruppen. Bitte löschen Sie sie auf ihrer Seite.";

/** Writes old values into a record. */
export async function setBack(
  tx: WriteTx,
  reverter: Reverter,
  record: ChangeRecord,
  old: Values,
): Promise<void> {
  const { record_type: type, record_id: id } = record;
  if (type === "USER") return setMemberBack(tx, reverter, id, old);
  const values = { ...(await selectPresentValues(tx, type, id)), ...old };
  if (type === "MEMBERSHIP") {
    const { groupId, memberId } = partsOf(record);
    await putMembership(
      tx,
      reverter.actor,
      groupId,
      memberId,
      accepted(membershipPut, { membershipId: id, ...membershipValues(values) }),
    );
  }
  if (type === "GROUP") {
    const group = await lockGroup(tx, id);
    if (group === undefined) throw notFound();
    await updateGroup(tx, reverter.actor, id, {
      ...accepted(groupCreate, values),
      version: group.version,
    });
  }
}

/** Members go to the trash, periods and groups away. */
export async function removeWhatWasCreated(
  tx: WriteTx,
  { actor, identity }: Reverter,
  record: ChangeRecord,
): Promise<void> {
  const { record_type: type, record_id: id } = record;
  if (type === "USER") await trashMembers(tx, identity, [id], actor);
  if (type === "MEMBERSHIP") {
    const { groupId, memberId } = partsOf(record);
    await removeMembership(tx, actor, groupId, memberId, id);
  }
  if (type === "GROUP") {
    if (await groupInUse(tx, id)) {
      throw new AppError("CONFLICT", { code: "GROUP_IN_USE", detail: GROUP_IN_USE });
    }
    await deleteGroup(tx, actor, id);
  }
}

/** Brings a period or a group back under its old id. */
export async function restoreWhatWasDeleted(
  tx: WriteTx,
  { actor }: Reverter,
  record: ChangeRecord,
): Promise<void> {
  const values = oldValues(record.fields);
  if (record.record_type === "GROUP")
    await createGroup(tx, actor, accepted(groupCreate, values), record.record_id);
  if (record.record_type === "MEMBERSHIP") {
    const { groupId, memberId } = partsOf(record);
    await createMembership(
      tx,
      actor,
      groupId,
      memberId,
      accepted(membershipPut, membershipValues(values)),
      record.record_id,
    );
  }
}

/** Returns old values as a form would bring them; rules may have changed since. */
function accepted<S extends z.ZodType>(form: S, values: Values): z.output<S> {
  const { success, data } = form.safeParse(values);
  if (success) return data;
  throw new AppError("UNPROCESSABLE", {
    code: "OLD_VALUE_REFUSED",
    detail: `${OLD_VALUE_REFUSED}.`,
  });
}

function oldValues(fields: Fields): Values {
  return Object.fromEntries(Object.entries(fields).map(([field, { old }]) => [field, old]));
}

function membershipValues(values: Values): Values {
  return {
    function: values["function"] ?? null,
    from: values["from"] ?? null,
    to: values["to"] ?? null,
    leader: values["leader"] ?? false,
  };
}

function partsOf({ group_id: groupId, member_id: memberId }: ChangeRecord): {
  groupId: string;
  memberId: string;
} {
  if (groupId === null || memberId === null) throw notFound();
  return { groupId, memberId };
}
