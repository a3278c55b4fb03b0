import type { z } from "zod";
import type { Permission } from "#platform/contract/permissions.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Group, Membership, membershipOfUser } from "../../groups-contract.ts";
import type { MembershipRecord, OwnMembershipRecord } from "./membership-queries.ts";
import type { GroupRecord } from "./group-list-queries.ts";
import { rightsOnGroup, rightsOnMembership, seesContacts } from "./rules.ts";

/**
 * `led`: the groups that the reader leads, with those below; `closed`: those that open what the
 * reader may not open.
 */
export function toGroup(
  record: GroupRecord,
  reader: Principal,
  led: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): Group {
  const {
    id,
    name,
    parent_id,
    parent_name,
    description,
    color,
    permissions,
    for_new_members,
    member_count,
    leaders,
    version,
  } = record;
  return {
    id,
    name,
    parent: parent_id === null ? null : { id: parent_id, name: parent_name ?? "" },
    groupName: parent_name,
    description,
    color,
    permissions,
    forNewMembers: for_new_members,
    memberCount: member_count,
    leaders,
    version,
    can: rightsOnGroup(reader, record, led, closed),
  };
}

/** A row of a group's member list; contact data is null for readers who may not see it. */
export function toMembership(
  record: MembershipRecord,
  group: { id: string; permissions: readonly Permission[] },
  reader: Principal,
): Membership {
  const contacts = seesContacts(reader, group.id);
  return {
    id: record.id,
    user: {
      id: record.member_id,
      memberNumber: record.member_number,
      firstname: record.first_name,
      lastname: record.last_name,
      email: contacts ? record.email : null,
      phone: contacts ? record.phone : null,
      mobile: contacts ? record.mobile : null,
      hasProfilePicture: record.has_picture,
    },
    function: record.function,
    from: record.from_on,
    to: record.to_on,
    leader: record.leader,
    can: rightsOnMembership(reader, group),
  };
}

export function toMembershipOfUser(
  record: OwnMembershipRecord,
  reader: Principal,
): z.infer<typeof membershipOfUser> {
  return {
    id: record.id,
    group: { id: record.group_id, name: record.group_name, groupName: record.parent_name },
    function: record.function,
    from: record.from_on,
    to: record.to_on,
    leader: record.leader,
    current: record.current,
    can: rightsOnMembership(reader, { permissions: record.group_permissions }),
  };
}
