import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract as groups } from "../../groups-contract.ts";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { usersContract as users } from "../../contract.ts";
import { createMembers } from "../people/create-members.ts";

/**
 * Above the number up to which a group's members are looked up by their ids, and hits in order are
 * remembered.
 */
const MANY = 2_050;
const FEW = 100;

let app: TestApp;
let admin: TestUser;
let large: string;
let small: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  const people = Array.from({ length: MANY + FEW }, (_, index) => ({
    firstname: index < MANY ? "Gemeinsam" : "Selten",
    lastname: `Name ${(index * 7) % 1_000}`,
    city: index % 3 === 0 ? null : `Ort ${index % 50}`,
    title: index % 20 === 0 ? `Dr. ${index % 3}` : null,
  }));
  await app.services.database.write(club.id, systemActor(), (tx) => createMembers(tx, people));
  const group = async (name: string, q: string) => {
    const { body } = await app.call(groups.createGroup, { body: { name } }, admin);
    expect(
      (
        await app.call(
          users.bulkUsers,
          { body: { filter: { q }, action: "ADD_TO_GROUP", groupId: body.id } },
          admin,
        )
      ).status,
    ).toBe(200);
    return body.id;
  };
  [large, small] = [
    await group("Große Abteilung", "gemeinsam"),
    await group("Kleine Abteilung", "selten"),
  ];
});
afterAll(() => app?.close());

/** All ids of a filter, page by page; the total and the order hold on every page. */
async function walk(filter: Record<string, string>, total: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 0; page * 200 < total; page++) {
    const { status, body } = await app.call(
      users.searchUsers,
      { query: { ...filter, size: 200, page } },
      admin,
    );
    expect([status, body.totalElements]).toEqual([200, total]);
    ids.push(...body.content.map(({ id }) => id));
  }
  expect([ids.length, new Set(ids).size]).toEqual([total, total]);
  return ids;
}

describe("filters that nearly everybody fits", () => {
  test("find the same members by word and by group, in the list's order", async () => {
    for (const order of [
      { sort: "lastname" },
      { sort: "city", dir: "DESC" },
      { sort: "title", dir: "DESC" },
    ] as Record<string, string>[]) {
      const everybody = await walk(order, MANY + FEW + 1);
      const [common, rare] = [
        await walk({ ...order, q: "gemeinsam" }, MANY),
        await walk({ ...order, q: "selten" }, FEW),
      ];
      expect(common).toEqual(everybody.filter((id) => common.includes(id)));
      expect(await walk({ ...order, group: large }, MANY)).toEqual(common);
      expect(await walk({ ...order, group: small }, FEW)).toEqual(rare);
      expect(rare.filter((id) => common.includes(id))).toEqual([]);
    }
  });

  test("join with each other", async () => {
    await walk({ q: "gemeinsam name", group: large, includeSubgroups: "true" }, MANY);
    const { body } = await app.call(
      users.searchUsers,
      { query: { q: "selten", group: large } },
      admin,
    );
    expect([body.totalElements, body.content]).toEqual([0, []]);
  });
});

describe("an order without an index", () => {
  test("puts those without a value last, and shows a change at once", async () => {
    const first = async (dir: string) =>
      (
        await app.call(
          users.searchUsers,
          { query: { sort: "title", dir, size: 1 } as never },
          admin,
        )
      ).body.content[0];
    const [lowest, highest] = [await first("ASC"), await first("DESC")];
    expect([lowest?.title, highest?.title]).toEqual(["Dr. 0", "Dr. 2"]);
    const { body: record } = await app.call(
      users.createUser,
      { body: { firstname: "Zita", lastname: "Zuletzt", title: "Prof." } },
      admin,
    );
    expect((await first("DESC"))?.id).toBe(record.id);
    expect((await app.call(users.deleteUser, { params: { id: record.id } }, admin)).status).toBe(
      204,
    );
    expect((await first("DESC"))?.id).toBe(highest?.id);
  });
});
