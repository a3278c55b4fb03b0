import { type Permission, PERMISSIONS } from "#platform/contract/permissions.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { attempt, type Attempt, type Club, type Person } from "./testing.ts";

/** A call that gives or takes one permission. */
export interface GrantTry {
  name: string;
  /** The right that the call asks for besides. */
  needs: Permission;
  permission: Permission;
  attempt: Attempt;
}

/** Makes a member without permissions and a group with all of them; returns all calls to try. */
export async function grantTries(club: Club): Promise<GrantTry[]> {
  const { app, tenant, admin } = club;
  const member = await app.user(tenant, { email: "without-rights@example.org" });
  const params = { id: member.id };
  const { version } = (await app.call(usersContract.getUser, { params }, admin)).body;
  const everything = { name: "Alle Rechte", permissions: [...PERMISSIONS] };
  const group = (await app.call(groupsContract.createGroup, { body: everything }, admin)).body;
  return PERMISSIONS.flatMap((permission): GrantTry[] => {
    const permissions = [permission];
    const others = PERMISSIONS.filter((one) => one !== permission);
    return [
      {
        name: "given to a member",
        needs: "MANAGE_USER",
        permission,
        attempt: attempt(usersContract.setUserPermissions, {
          params,
          body: { permissions, isAdmin: false, version },
        }),
      },
      {
        name: "given to a new group",
        needs: "MANAGE_GROUP",
        permission,
        attempt: attempt(groupsContract.createGroup, { body: { name: "Neu", permissions } }),
      },
      {
        name: "taken from a group",
        needs: "MANAGE_GROUP",
        permission,
        attempt: attempt(groupsContract.updateGroup, {
          params: { id: group.id },
          body: { name: everything.name, permissions: others, version: group.version },
        }),
      },
    ];
  });
}

/** Returns a line for each call that does otherwise than the person's own record says. */
export async function grantFaults(
  club: Club,
  person: Person,
  tries: readonly GrantTry[],
): Promise<string[]> {
  const { app, tenant } = club;
  const me = await app.call(usersContract.getMe, {}, person.user, tenant);
  const grantable = new Set<Permission>(me.status === 200 ? me.body.grantablePermissions : []);
  const wrong: string[] = [];
  for (const { name, needs, permission, attempt: one } of tries) {
    const { done } = await one.run(club, person);
    if (done !== (person.permissions.has(needs) && grantable.has(permission)))
      wrong.push(`${person.name}: ${permission} is ${done ? "" : "not "}${name}`);
  }
  return wrong;
}
