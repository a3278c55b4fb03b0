import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { usersContract as users } from "../../contract.ts";
import { type Permission, PERMISSIONS } from "#platform/contract/permissions.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { groupsContract } from "../../groups-contract.ts";
import { runs } from "#platform/testing/properties.ts";

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

let clubs = 0;
async function club(): Promise<{ tenant: TenantRow; admin: TestUser }> {
  const tenant = await app.tenant(`law-${++clubs}`);
  return { tenant, admin: await app.user(tenant, { isAdmin: true }) };
}

async function makeGroups(admin: TestUser, permissions: Permission[][]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, given] of permissions.entries())
    ids.push(
      (
        await app.call(
          groupsContract.createGroup,
          { body: { name: `Gruppe ${index}`, permissions: given } },
          admin,
        )
      ).body.id,
    );
  return ids;
}

const some = fc.subarray([...PERMISSIONS], { maxLength: 3 });

test("whatever a group manager tries, nobody comes to hold a right that the manager does not", async () => {
  const step = fc.record({
    kind: fc.constantFrom("add self", "add other", "give rights", "make", "leave", "remove"),
    group: fc.nat(3),
    permissions: some,
  });
  await fc.assert(
    fc.asyncProperty(
      some,
      fc.array(some, { minLength: 4, maxLength: 4 }),
      fc.array(step, { minLength: 4, maxLength: 12 }),
      async (own, given, steps) => {
        const { tenant, admin } = await club();
        const manager = await app.user(tenant, {
          permissions: [...new Set<Permission>([...own, "MANAGE_GROUP"])],
        });
        const friend = await app.user(tenant, { lastname: "Freundin" });
        const ids = await makeGroups(admin, given);
        const held = async (who: TestUser) =>
          (await app.call(users.getMe, {}, who)).body.permissions;
        const limit = new Set(await held(manager));
        for (const { kind, group, permissions } of steps) {
          const id = ids[group] ?? "";
          const { body: now } = await app.call(groupsContract.getGroup, { params: { id } }, admin);
          const membershipOf = (who: TestUser) => ({ params: { id, userId: who.id } });
          if (kind === "add self")
            await app.call(
              groupsContract.putGroupMember,
              { ...membershipOf(manager), body: { leader: true } },
              manager,
            );
          if (kind === "add other")
            await app.call(
              groupsContract.putGroupMember,
              { ...membershipOf(friend), body: {} },
              manager,
            );
          if (kind === "leave")
            await app.call(groupsContract.deleteGroupMember, membershipOf(manager), manager);
          if (kind === "remove")
            await app.call(groupsContract.deleteGroupMember, membershipOf(friend), manager);
          if (kind === "make")
            await app.call(
              groupsContract.createGroup,
              { body: { name: `Neu ${permissions.join()}`, permissions } },
              manager,
            );
          if (kind === "give rights")
            await app.call(
              groupsContract.updateGroup,
              { params: { id }, body: { name: now.name, permissions, version: now.version } },
              manager,
            );
          for (const who of [manager, friend])
            expect((await held(who)).filter((permission) => !limit.has(permission))).toEqual([]);
        }
      },
    ),
    runs(3),
  );
});

test("whatever is moved or deleted, the tree stays a tree", async () => {
  const step = fc.record({
    remove: fc.boolean(),
    group: fc.nat(7),
    parent: fc.option(fc.nat(7), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const { admin } = await club();
      const ids = await makeGroups(
        admin,
        Array.from({ length: 8 }, () => []),
      );
      const gone = new Set<string>();
      for (const { remove, group, parent } of steps) {
        const id = ids[group] ?? "";
        const { body: now, status } = await app.call(
          groupsContract.getGroup,
          { params: { id } },
          admin,
        );
        expect(status).toBe(gone.has(id) ? 404 : 200);
        if (status === 404) continue;
        const parentId = parent === null ? null : (ids[parent] ?? null);
        const deletes = remove && gone.size < 3;
        const answer = deletes
          ? await app.call(groupsContract.deleteGroup, { params: { id } }, admin)
          : await app.call(
              groupsContract.updateGroup,
              { params: { id }, body: { name: now.name, parentId, version: now.version } },
              admin,
            );
        expect(deletes ? [204] : [200, 422]).toContain(answer.status);
        if (deletes) gone.add(id);
        // A circle would cut its groups off from every root, and so from the tree.
        const tree = (await app.call(groupsContract.listGroupTree, {}, admin)).body;
        expect(new Set(tree.map((entry) => entry.id))).toEqual(
          new Set(ids.filter((one) => !gone.has(one))),
        );
        expect(tree).toHaveLength(ids.length - gone.size);
      }
    }),
    runs(3),
  );
});

test("periods of one member in one group never overlap, and pages of the list are the whole list", async () => {
  const day = fc.option(
    fc.constantFrom(
      "2000-01-01",
      "2005-06-01",
      "2010-06-15",
      "2015-12-31",
      "2040-01-01",
      "2060-01-01",
    ),
    { nil: null },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ from: day, to: day, member: fc.nat(2) }), {
        minLength: 3,
        maxLength: 15,
      }),
      async (puts) => {
        const { tenant, admin } = await club();
        const [groupId = ""] = await makeGroups(admin, [[]]);
        const people = [
          await app.user(tenant, { lastname: "Ä" }),
          await app.user(tenant, { lastname: "B" }),
          await app.user(tenant, { lastname: "a" }),
        ];
        for (const { member, from, to } of puts) {
          const { status } = await app.call(
            groupsContract.putGroupMember,
            { params: { id: groupId, userId: people[member]?.id ?? "" }, body: { from, to } },
            admin,
          );
          expect([200, 422]).toContain(status);
        }
        const list = async (query: object) =>
          (
            await app.call(
              groupsContract.searchGroupMembers,
              { params: { id: groupId }, query: { includePast: true, ...query } as never },
              admin,
            )
          ).body;
        const all = await list({ size: 200 });
        for (const a of all.content) {
          const others = all.content.filter((b) => b.id !== a.id && b.user.id === a.user.id);
          expect(
            others.filter(
              (b) => (a.from ?? "0") <= (b.to ?? "9") && (b.from ?? "0") <= (a.to ?? "9"),
            ),
          ).toEqual([]);
        }
        for (const sort of ["lastname", "from", "to"]) {
          const whole = await list({ size: 200, sort });
          const pages = await Promise.all(
            Array.from({ length: whole.totalElements }, (_, page) => list({ size: 1, page, sort })),
          );
          expect(pages.flatMap(({ content }) => content)).toEqual(whole.content);
        }
      },
    ),
    runs(3),
  );
});
