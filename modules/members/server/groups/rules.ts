import { canOf } from "#platform/server/http/can.ts";
import type { Group, Membership } from "../../groups-contract.ts";
import { holdsPermission, type Holder, mayChangePermissions } from "../rights/permissions.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import type { Principal } from "#platform/server/http/principal.ts";

/** A group as far as rules go. */
interface RuledGroup {
  id: string;
  permissions: readonly Permission[];
}

/** The group itself and who is in it: with QUERY_GROUP, and leaders of this group. */
export function seesGroup(reader: Principal, groupId: string): boolean {
  return holdsPermission(reader, "QUERY_GROUP") || reader.ledGroupIds.includes(groupId);
}

/**
 * Returns whether the reader sees mail and telephone of its members: with QUERY_USER, or leading
 * it.
 */
export function seesContacts(reader: Principal, groupId: string): boolean {
  return holdsPermission(reader, "QUERY_USER") || reader.ledGroupIds.includes(groupId);
}

/**
 * Being in a group gives its permissions: who adds, changes or removes someone gives or takes all
 * of them.
 */
export function mayChangeMembers(actor: Holder, group: Pick<RuledGroup, "permissions">): boolean {
  return (
    holdsPermission(actor, "MANAGE_GROUP") &&
    mayChangePermissions(actor, [], [...group.permissions])
  );
}

/** Leading a group shows contact data of its members: only those who see it may give it. */
export function mayAppointLeader(
  actor: Holder & { ledGroupIds?: readonly string[] },
  groupId: string,
): boolean {
  return holdsPermission(actor, "QUERY_USER") || actor.ledGroupIds?.includes(groupId) === true;
}

/**
 * What a reader may do with a group, as named in `can`. `led`: the groups that the reader leads,
 * with those below; `closed`: those that open what the reader may not open.
 */
export function rightsOnGroup(
  reader: Principal,
  group: RuledGroup,
  led: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): Group["can"] {
  return canOf<Group>({
    EDIT: holdsPermission(reader, "MANAGE_GROUP"),
    // Deleting takes the group's permissions from everybody in it.
    DELETE: mayChangeMembers(reader, group),
    EDIT_MEMBERS: mayChangeMembers(reader, group) && !closed.has(group.id),
    SEE_MEMBERS: seesGroup(reader, group.id),
    ADD_SUBGROUP: holdsPermission(reader, "MANAGE_GROUP"),
    SEE_SUBGROUPS: holdsPermission(reader, "QUERY_GROUP"),
    WRITE_MESSAGE: holdsPermission(reader, "SEND_MESSAGE") || led.has(group.id),
  });
}

export function rightsOnMembership(
  reader: Principal,
  group: Pick<RuledGroup, "permissions">,
): Membership["can"] {
  const changes = mayChangeMembers(reader, group);
  return canOf<Membership>({ EDIT: changes, DELETE: changes });
}
