import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract } from "../../contract.ts";
import { groupsContract } from "../../groups-contract.ts";

/** Whoever is new in the club joins the groups that the club keeps for new members. */

let app: TestApp;
let alpha: TenantRow;
let admin: TestUser;
let office: TestUser;
let trainer: TestUser;
let all: string;
let choir: string;
let board: string;

beforeAll(async () => {
  app = await testApp();
  alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { isAdmin: true });
  office = await app.user(alpha, { permissions: ["QUERY_USER", "MANAGE_USER"] });
  trainer = await app.user(alpha, {
    permissions: ["QUERY_USER", "MANAGE_USER", "QUERY_GROUP", "MANAGE_GROUP", "QUERY_CALENDAR"],
  });
  all = await group({
    name: "Alle Mitglieder",
    permissions: ["QUERY_CALENDAR"],
    forNewMembers: true,
  });
  choir = await group({ name: "Chor" });
  board = await group({ name: "Vorstand", permissions: ["MANAGE_TENANT"] });
});
afterAll(() => app?.close());

async function group(body: Parameters<typeof make>[0]): Promise<string> {
  const made = await make(body);
  expect(made.status).toBe(201);
  return made.body.id;
}
const make = (
  body: {
    name: string;
    permissions?: ("QUERY_CALENDAR" | "MANAGE_TENANT")[];
    forNewMembers?: boolean;
  },
  as = admin,
) => app.call(groupsContract.createGroup, { body }, as);
const create = (groupIds?: string[], as = office) =>
  app.call(
    usersContract.createUser,
    { body: { firstname: "Neu", lastname: "Hinzugekommen", ...(groupIds && { groupIds }) } },
    as,
  );
const countOfMembers = async () =>
  (await app.call(usersContract.searchUsers, {}, admin)).body.totalElements;

describe("a member that is created", () => {
  test("joins the groups for new members, and has their rights at once", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body.groups.map(({ name }) => name)).toEqual(["Alle Mitglieder"]);
    expect(body.effectivePermissions).toEqual(["QUERY_CALENDAR"]);
  });

  test("joins exactly the groups that were chosen, or none", async () => {
    const chosen = await create([all, choir], trainer);
    expect(chosen.body.groups.map(({ name }) => name)).toEqual(["Alle Mitglieder", "Chor"]);
    expect((await create([choir], trainer)).body.groups.map(({ name }) => name)).toEqual(["Chor"]);
    expect((await create([])).body.groups).toEqual([]);
    expect((await create([all, all])).body.groups).toHaveLength(1);
  });

  test.each([
    ["who may not change any group's members", () => office, () => choir],
    ["with fewer rights than the group gives", () => trainer, () => board],
  ])("is put into another group by nobody %s: then there is no member", async (_, who, which) => {
    const before = await countOfMembers();
    const { status, body } = await create([all, which()], who());
    expect([status, body]).toMatchObject([403, { errors: [{ path: "groupIds.1" }] }]);
    expect(await countOfMembers()).toBe(before);
  });

  test("is not made with a group that is gone, or another club's", async () => {
    const beta = await app.tenant("beta");
    const stranger = await app.user(beta, { isAdmin: true });
    const foreign = await make({ name: "Alle Mitglieder", forNewMembers: true }, stranger);
    const before = await countOfMembers();
    for (const id of [foreign.body.id, "019a0000-0000-7000-8000-000000000000"]) {
      expect(await create([id], admin)).toMatchObject({
        status: 422,
        body: { errors: [{ path: "groupIds.0", code: "NOT_FOUND" }] },
      });
    }
    expect(await countOfMembers()).toBe(before);
    expect((await create(undefined, stranger)).body.groups.map(({ name }) => name)).toEqual([
      "Alle Mitglieder",
    ]);
  });
});

describe("which groups these are", () => {
  const read = async (id: string) =>
    (await app.call(groupsContract.getGroup, { params: { id } }, admin)).body;
  async function flag(id: string, as: TestUser) {
    const { name, description, color, permissions, version } = await read(id);
    const body = { name, description, color, permissions, version, forNewMembers: true };
    return app.call(groupsContract.updateGroup, { params: { id }, body }, as);
  }

  test("sees who makes members, without seeing all groups", async () => {
    const { body } = await app.call(usersContract.listNewMemberGroups, {}, office);
    expect(body).toEqual([{ id: all, name: "Alle Mitglieder", groupName: null }]);
  });

  test("is not decided by somebody with fewer rights than the group gives", async () => {
    expect((await flag(board, trainer)).status).toBe(403);
    expect((await read(board)).forNewMembers).toBe(false);
    expect((await flag(choir, trainer)).body.forNewMembers).toBe(true);
  });

  test("can be changed back: then new members stay out of it", async () => {
    const group = await read(choir);
    expect(group.forNewMembers).toBe(true);
    const { name, permissions, version } = group;
    const body = { name, permissions, version, forNewMembers: false };
    const done = await app.call(
      groupsContract.updateGroup,
      { params: { id: choir }, body },
      trainer,
    );
    expect(done.body.forNewMembers).toBe(false);
    expect((await create()).body.groups.map((one) => one.name)).toEqual(["Alle Mitglieder"]);
  });
});
