import type { ReadTx } from "#platform/server/database/database.ts";
import { derivedOn, type Status } from "../../contract.ts";
import { statusOn } from "../people/presenters.ts";
import {
  type ExportedMember,
  type NamedGroup,
  selectExportedMembers,
  selectGroupIds,
  selectNamedGroups,
} from "./exported-member-queries.ts";
import type { WantedOfMembers } from "./wanted-of-members.ts";

/** A group with its place among those of a member. */
interface PlacedGroup {
  group: NamedGroup;
  place: number;
}

export type Groups = ReadonlyMap<string, PlacedGroup>;

export async function readGroups(tx: ReadTx): Promise<Groups> {
  const groups = await selectNamedGroups(tx);
  return new Map(groups.map((group, place) => [group.id, { group, place }]));
}

const NONE: NamedGroup[] = [];

/** Returns these members in the order of their ids; who is gone is left out. */
export async function readExportedMembers(
  tx: ReadTx,
  ids: readonly string[],
  { wanted, groups, day, inTrash }: ExportedPortion,
): Promise<ExportedMember[]> {
  const [members, belonging] = await Promise.all([
    selectExportedMembers(tx, ids, wanted, inTrash),
    wanted.groups ? selectGroupIds(tx, ids, day) : [],
  ]);
  const groupsOf = new Map<string, PlacedGroup[]>();
  for (const { member_id: id, group_id: groupId } of belonging) {
    // One that was made since the file was begun is not in it yet.
    const found = groups.get(groupId);
    if (found !== undefined) groupsOf.getOrInsertComputed(id, () => []).push(found);
  }
  const byId = new Map<string, ExportedMember>();
  for (const member of members) {
    // As it was entered; that somebody has left is not known before the day is.
    const entered = member.status as Exclude<Status, "FORMER">;
    member.status = statusOn(day, { status: entered, left_on: member.leftOn });
    member.groups =
      groupsOf
        .get(member.id)
        ?.sort((a, b) => a.place - b.place)
        .map(({ group }) => group) ?? NONE;
    if (wanted.derived) Object.assign(member, derivedOn(member, day));
    byId.set(member.id, member);
  }
  return ids.map((id) => byId.get(id)).filter((member) => member !== undefined);
}

interface ExportedPortion {
  wanted: WantedOfMembers;
  groups: Groups;
  /** Reference date of status and groups. */
  day: string;
  inTrash: boolean;
}
