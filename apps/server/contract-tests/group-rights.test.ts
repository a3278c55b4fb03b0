import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract, type Group } from "#modules/members/groups-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";

/** What a group's `can` says is what the server does when it is tried. */

let app: TestApp;
let admin: TestUser;
const people = new Map<string, TestUser>();
let groupId: string;
beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  admin = await app.user(tenant, { isAdmin: true });
  groupId = await aGroup({ name: "Jugend", permissions: ["QUERY_IMAGESHARE"] });
  const below = await aGroup({ name: "Bambini", parentId: groupId });
  people.set("an administrator", admin);
  people.set(
    "an office",
    await app.user(tenant, {
      permissions: ["QUERY_USER", "QUERY_GROUP", "MANAGE_GROUP", "SEND_MESSAGE"],
    }),
  );
  people.set("a reader", await app.user(tenant, { permissions: ["QUERY_GROUP"] }));
  people.set("a member", await app.user(tenant, {}));
  const leader = await app.user(tenant, {});
  await lead(leader, groupId);
  people.set("a leader", leader);
  people.set(
    "a leader of the group below",
    await app.user(tenant, { permissions: ["QUERY_GROUP"] }),
  );
  await lead(people.get("a leader of the group below") ?? admin, below);
});
afterAll(() => app?.close());

async function aGroup(body: {
  name: string;
  parentId?: string;
  permissions?: ["QUERY_IMAGESHARE"];
}) {
  return (await app.call(groupsContract.createGroup, { body }, admin)).body.id;
}

async function lead({ id: userId }: TestUser, id: string) {
  const body = { leader: true };
  await app.call(groupsContract.putGroupMember, { params: { id, userId }, body }, admin);
}

/** Tries what a word stands for and returns the status. Every word of a group needs its try. */
const tries: Record<Group["can"][number], (as: TestUser, group: Group) => Promise<number>> = {
  SEE_MEMBERS: async (as, { id }) =>
    (await app.call(groupsContract.searchGroupMembers, { params: { id } }, as)).status,
  SEE_SUBGROUPS: async (as) => (await app.call(groupsContract.listGroupTree, {}, as)).status,
  WRITE_MESSAGE: async (as, { id }) =>
    (
      await app.call(
        messagesContract.sendMessage,
        messageForm({ subject: "Probe", recipientGroupIds: [id] }),
        as,
      )
    ).status,
  ADD_SUBGROUP: async (as, { id, name }) =>
    (
      await app.call(
        groupsContract.createGroup,
        { body: { name: `${name} ${as.id}`, parentId: id } },
        as,
      )
    ).status,
  EDIT: async (as, { id, name, permissions, parent }) => {
    const { version } = (await app.call(groupsContract.getGroup, { params: { id } }, admin)).body;
    const body = { name, permissions, parentId: parent?.id ?? null, version };
    return (await app.call(groupsContract.updateGroup, { params: { id }, body }, as)).status;
  },
  EDIT_MEMBERS: async (as, { id }) =>
    (
      await app.call(
        groupsContract.putGroupMember,
        { params: { id, userId: admin.id }, body: {} },
        as,
      )
    ).status,
  DELETE: async (as, { name, permissions }) => {
    const body = { name: `${name} für ${as.id}`, permissions };
    const { id } = (await app.call(groupsContract.createGroup, { body }, admin)).body;
    return (await app.call(groupsContract.deleteGroup, { params: { id } }, as)).status;
  },
};

describe.each([
  "an administrator",
  "an office",
  "a reader",
  "a member",
  "a leader",
  "a leader of the group below",
])("%s", (who) => {
  test("may do with a group what `can` says, and nothing else", async () => {
    const as = people.get(who) ?? admin;
    const params = { id: groupId };
    const seen = await app.call(groupsContract.getGroup, { params }, as);
    const can: readonly string[] = seen.status === 200 ? seen.body.can : [];
    const known = (await app.call(groupsContract.getGroup, { params }, admin)).body;
    const done: string[] = [];
    for (const [word, attempt] of Object.entries(tries)) {
      const status = await attempt(as, known);
      if (status < 300) done.push(word);
      else expect([403, 404], word).toContain(status);
    }
    expect(done.toSorted()).toEqual([...can].toSorted());
  });
});
