import { type Permission, PERMISSIONS } from "#platform/contract/permissions.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import type { TestUser } from "#apps/server/testing.ts";
import type { Club } from "../testing.ts";

/** Rights that belong together: what an office of that kind holds. */
const OFFICES: Record<string, Permission[]> = {
  "sees members": ["QUERY_USER", "QUERY_GROUP", "QUERY_USER_CHANGELOG"],
  "writes to members": ["QUERY_USER", "SEND_MESSAGE"],
  "manages members": ["QUERY_USER", "MANAGE_USER"],
  "manages groups": ["QUERY_USER", "QUERY_GROUP", "MANAGE_GROUP"],
  "reverts members": ["QUERY_USER_CHANGELOG", "MANAGE_USER"],
  "reverts everything": ["QUERY_USER_CHANGELOG", "MANAGE_USER", "MANAGE_GROUP"],
  "imports members": ["MANAGE_IMPORTS", "MANAGE_USER", "QUERY_USER_CHANGELOG"],
  "exports members": ["MANAGE_EXPORTS", "QUERY_USER"],
  "exports bank data": ["MANAGE_EXPORTS", "QUERY_USER", "MANAGE_USER"],
  "manages calendars": ["QUERY_CALENDAR", "MANAGE_CALENDAR"],
  "manages documents": ["QUERY_FILESHARE", "MANAGE_FILESHARE"],
  "manages pictures": ["QUERY_IMAGESHARE", "MANAGE_IMAGESHARE"],
  "an office": PERMISSIONS.filter((permission) => permission !== "MANAGE_TENANT"),
  "everything but administrator": [...PERMISSIONS],
};

/** Uses calendars and shares as far as they are granted. */
const USES: Permission[] = ["QUERY_CALENDAR", "QUERY_FILESHARE", "QUERY_IMAGESHARE"];

/** The groups that people belong to: `below` lies under `above`. */
export interface Groups {
  above: string;
  below: string;
  /** Gives its members a right. */
  powerful: string;
  /** Opens nothing: whoever changes groups may fill it. */
  plain: string;
}

/** Fills the club: nobody, strangers, one for each right, offices, leaders, those granted to. */
export async function fillClub(club: Club): Promise<Groups> {
  const { app, tenant, admin, people } = club;
  const enter = (name: string, user: TestUser | null) => {
    people.set(name, { name, user, permissions: new Set(), refused: new Map() });
  };
  const add = async (name: string, permissions: Permission[] = []) => {
    const user = await app.user(tenant, { permissions, email: `${people.size}@example.org` });
    enter(name, user);
    return user;
  };
  enter("an administrator", admin);
  enter("nobody", null);
  enter(
    "another club's administrator",
    await app.user(await app.tenant("beta"), { isAdmin: true }),
  );
  await add("a member");
  for (const permission of PERMISSIONS) await add(permission, [permission]);
  for (const [name, permissions] of Object.entries(OFFICES)) await add(name, permissions);

  const group = async (
    name: string,
    more: { parentId?: string; permissions?: Permission[] } = {},
  ) => (await app.call(groupsContract.createGroup, { body: { name, ...more } }, admin)).body.id;
  const above = await group("Abteilung");
  const below = await group("Jugend", { parentId: above });
  const powerful = await group("Kasse", { permissions: ["QUERY_USER_CHANGELOG"] });
  const plain = await group("Wandergruppe");
  const join = async ({ id: userId }: TestUser, id: string, leader = false) => {
    const params = { id, userId };
    await app.call(groupsContract.putGroupMember, { params, body: { leader } }, admin);
  };
  await join(await add("a leader"), below, true);
  await join(await add("a leader of the group above"), above, true);
  await join(await add("a leader who sees members", ["QUERY_USER", "QUERY_GROUP"]), below, true);
  await join(await add("in a group", USES), below);
  await join(await add("in a group with rights"), powerful);
  await join(await add("granted nothing", USES), plain);
  await add("granted reading", USES);
  await add("granted writing", USES);
  await learnPermissions(club);
  return { above, below, powerful, plain };
}

/** Those that people hold directly or through groups; a token of another club opens nothing here. */
async function learnPermissions({ app, tenant, people }: Club): Promise<void> {
  for (const person of people.values()) {
    const { status, body } = await app.call(usersContract.getMe, {}, person.user, tenant);
    if (status === 200) person.permissions = new Set(body.permissions);
  }
}

/** Returns the id of a person of the club. */
export function idOf({ people }: Club, name: string): string {
  return userOf({ people }, name).id;
}

export function userOf({ people }: Pick<Club, "people">, name: string): TestUser {
  const user = people.get(name)?.user;
  if (user === undefined || user === null) throw new Error(`the club has no ${name}`);
  return user;
}

/** Who may use calendars and shares: everybody, some by name and by group, or nobody. */
export function grantLists(club: Club, { above }: Groups): Record<string, GrantLine[]> {
  return {
    "open to all": [{ subject: "ALL", id: null, access: "READ" }],
    granted: [
      { subject: "USER", id: idOf(club, "granted reading"), access: "READ" },
      { subject: "USER", id: idOf(club, "granted writing"), access: "WRITE" },
      // Reaches those in the group below as well.
      { subject: "GROUP", id: above, access: "WRITE" },
    ],
    "granted to nobody": [],
  };
}
