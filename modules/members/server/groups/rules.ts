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
 * Mail and telephone of its members: whoever sees all members anyway, and leaders of this group.
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

/** Leading a group shows contact data of its members: nobody gives that who does not see it. */
export function mayAppointLeader(
  actor: Holder & { ledGroupIds?: readonly string[] },
  groupId: string,
): boolean {
  return holdsPermission(actor, "QUERY_USER") || actor.ledGroupIds?.includes(groupId) === true;
}

/** What a reader may do with a group, as named in `can`. */
export function rightsOnGroup(reader: Principal, group: RuledGroup): string[] {
  const can: string[] = [];
  if (holdsPermission(reader, "MANAGE_GROUP")) can.push("EDIT");
  // Deleting takes the group's permissions from everybody in it.
  if (mayChangeMembers(reader, group)) can.push("DELETE", "EDIT_MEMBERS");
  if (seesGroup(reader, group.id)) can.push("SEE_MEMBERS");
  return can;
}

export function rightsOnMembership(
  reader: Principal,
  group: Pick<RuledGroup, "permissions">,
): string[] {
  return mayChangeMembers(reader, group) ? ["EDIT", "DELETE"] : [];
}
