import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { searchText, searchWords } from "#platform/contract/fold.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract } from "../../contract.ts";
import { type Group, groupsContract } from "../../groups-contract.ts";

const SORTS = ["name", "groupName", "memberCount"] as const;
const DIRS = ["ASC", "DESC"] as const;

let app: TestApp;
let club: TenantRow;
let office: TestUser;
let all: Group[];

/** A tree with names that sort and fold unlike plain letters, some of them twice. */
const TREE: Record<string, readonly string[]> = {
  Fußball: ["Jugend", "Älteste", "1. Mannschaft", "10. Mannschaft", "2. Mannschaft"],
  Ärzte: ["Jugend", "alte Herren"],
  Arche: ["Jugend"],
  "Łódź-Freunde": ["Chor Ørsted"],
  "Alt Herren": [],
  Zebra: ["Jugend", "Öffentlichkeit", "Oskar"],
};

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  office = await app.user(club, { permissions: ["QUERY_GROUP", "MANAGE_GROUP", "QUERY_USER"] });
  const create = async (name: string, parentId: string | null) =>
    (await app.call(groupsContract.createGroup, { body: { name, parentId } }, office)).body;
  for (const [name, below] of Object.entries(TREE)) {
    const { id } = await create(name, null);
    for (const child of below) await create(child, id);
  }
  all = (await app.call(groupsContract.listGroupTree, {}, office)).body;
  const people = await Promise.all([1, 2, 3].map(() => app.user(club)));
  // 0, 1, 2, 3, 0, 1, …: many groups have the same number.
  for (const [place, { id }] of all.entries())
    for (const { id: userId } of people.slice(0, place % 4))
      await app.call(groupsContract.putGroupMember, { params: { id, userId }, body: {} }, office);
  all = (await app.call(groupsContract.listGroupTree, {}, office)).body;
});
afterAll(() => app?.close());

const search = async (query: object, as = office) =>
  (await app.call(groupsContract.searchGroups, { query }, as)).body;

/** What the contract promises, said once more without the database. */
function inOrder(groups: Group[], sort: (typeof SORTS)[number], dir: "ASC" | "DESC"): Group[] {
  const german = new Intl.Collator("de-u-kn-true");
  const sign = dir === "ASC" ? 1 : -1;
  return groups.toSorted((a, b) => {
    const names = german.compare(a.name, b.name);
    const parents = german.compare(a.groupName ?? "", b.groupName ?? "");
    const first = {
      name: names || parents,
      groupName: parents || names,
      memberCount: a.memberCount - b.memberCount || names || parents,
    }[sort];
    return sign * (first || (a.id < b.id ? -1 : 1));
  });
}

describe("the list of groups", () => {
  test.each(SORTS.flatMap((sort) => DIRS.map((dir) => ({ sort, dir }))))(
    "comes by $sort $dir in German order, whatever the size of its pages",
    async ({ sort, dir }) => {
      const expected = inOrder(all, sort, dir);
      expect((await search({ sort, dir, size: 200 })).content).toEqual(expected);
      for (const size of [1, 4, 7]) {
        const pages = [];
        for (let page = 0; page * size < all.length; page++)
          pages.push(await search({ sort, dir, size, page }));
        expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(
          expected.map(({ id }) => id),
        );
        expect(new Set(pages.map(({ totalElements }) => totalElements))).toEqual(
          new Set([all.length]),
        );
      }
    },
  );

  test("is empty behind its last page, and still says how many there are", async () => {
    expect(await search({ page: 9, size: 20 })).toEqual({
      content: [],
      page: 9,
      size: 20,
      totalElements: all.length,
      totalPages: 1,
    });
  });

  test.each([
    "jugend",
    "zebra jugend",
    "Jugend  ZEBRA",
    "aerzte",
    "arzte",
    "oeffentlich",
    "fussball 1",
    "Fußball",
    "altherren",
    "alt herren",
    "lodz",
    "łódź",
    "orsted",
    "1. mannschaft",
    "mannschaft",
    "%",
    "_",
    "nobody",
  ])("finds by “%s” what every list would find", async (q) => {
    const words = searchWords(q);
    const expected = all.filter(({ name, groupName }) => {
      const text = searchText([name, groupName]);
      return words.length > 0 && words.every((word) => text.includes(word));
    });
    const { content, totalElements } = await search({ q, size: 200 });
    expect(content.map(({ id }) => id)).toEqual(
      inOrder(expected, "name", "ASC").map(({ id }) => id),
    );
    expect(totalElements).toBe(expected.length);
  });

  test("of a parent names its children alone", async () => {
    const zebra = all.find(({ name }) => name === "Zebra");
    const { content } = await search({ parent: zebra?.id, sort: "name", dir: "DESC" });
    expect(content.map(({ name }) => name)).toEqual(["Oskar", "Öffentlichkeit", "Jugend"]);
    expect((await search({ parent: zebra?.id, q: "jug" })).totalElements).toBe(1);
  });

  test("shows at once what has changed", async () => {
    const before = await search({ q: "Neuling" });
    expect(before.totalElements).toBe(0);
    const { body: made } = await app.call(
      groupsContract.createGroup,
      { body: { name: "Neuling" } },
      office,
    );
    expect((await search({ q: "Neuling" })).content).toEqual([made]);
    await app.call(groupsContract.deleteGroup, { params: { id: made.id } }, office);
    expect((await search({ q: "Neuling" })).totalElements).toBe(0);
  });

  test("counts nobody who is in the trash or whose time in it is over", async () => {
    const { body: made } = await app.call(
      groupsContract.createGroup,
      { body: { name: "Zählung" } },
      office,
    );
    const [here, past] = [await app.user(club), await app.user(club)];
    const put = (userId: string, body: object) =>
      app.call(groupsContract.putGroupMember, { params: { id: made.id, userId }, body }, office);
    await put(here.id, { leader: true });
    await put(past.id, { from: "2001-01-01", to: "2001-12-31" });
    const [group] = (await search({ q: "Zählung", sort: "memberCount" })).content;
    expect(group).toMatchObject({ memberCount: 1, leaders: [{ id: here.id }] });
  });

  test("counts nobody who has left or died, as little as the group itself shows them", async () => {
    const { body: made } = await app.call(
      groupsContract.createGroup,
      { body: { name: "Gedenken" } },
      office,
    );
    const admin = await app.user(club, { isAdmin: true });
    const memberOf = async (body: object) => {
      const { body: person } = await app.call(
        usersContract.createUser,
        { body: { firstname: "Kim", lastname: "Gedenken", ...body } },
        admin,
      );
      const params = { id: made.id, userId: person.id };
      const membership = { leader: true, from: "2019-01-01" };
      const put = await app.call(
        groupsContract.putGroupMember,
        { params, body: membership },
        admin,
      );
      expect(put.status).toBe(200);
      return person;
    };
    const here = await memberOf({});
    const left = await memberOf({ leftOn: "2020-01-31" });
    const dead = await memberOf({ deceasedOn: "2020-01-31" });
    const [group] = (await search({ q: "Gedenken", sort: "memberCount" })).content;
    expect(group).toMatchObject({ memberCount: 1, leaders: [{ id: here.id }] });
    const shown = async (query: object) =>
      (
        await app.call(
          groupsContract.searchGroupMembers,
          { params: { id: made.id }, query },
          office,
        )
      ).body.content.map(({ user }) => user.id);
    expect(await shown({})).toEqual([here.id]);
    const before = await shown({ asOf: "2019-06-01" });
    expect(new Set(before)).toEqual(new Set([here.id, left.id, dead.id]));
    expect(await shown({ includePast: true })).toHaveLength(3);
  });

  test("is another club's alone, and nobody's without the right", async () => {
    const other = await app.tenant("beta");
    const stranger = await app.user(other, { permissions: ["QUERY_GROUP"] });
    expect((await search({}, stranger)).totalElements).toBe(0);
    const plain = await app.user(club);
    expect((await app.call(groupsContract.searchGroups, {}, plain)).status).toBe(403);
  });
});
