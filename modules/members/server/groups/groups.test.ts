import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { type Group, groupsContract } from "../../groups-contract.ts";

const STRANGER = "019a0000-0000-7000-8000-000000000000";

let app: TestApp;
let alpha: TenantRow;
let office: TestUser;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  app = await testApp();
  alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { isAdmin: true });
  office = await app.user(alpha, {
    firstname: "Olga",
    permissions: ["QUERY_USER", "MANAGE_USER", "QUERY_GROUP", "MANAGE_GROUP"],
  });
  member = await app.user(alpha, { firstname: "Moritz" });
});
afterAll(() => app?.close());

/** The answer's code of refusal, or its status when it was no refusal. */
function refusal({ status, body }: { status: number; body: unknown }): unknown {
  return status < 300 ? status : [status, (body as { code?: string }).code];
}

async function create(
  name: string,
  more: { parentId?: string; permissions?: Group["permissions"]; description?: string } = {},
  as = admin,
): Promise<Group> {
  const { status, body } = await app.call(
    groupsContract.createGroup,
    { body: { name, ...more } },
    as,
  );
  expect(status).toBe(201);
  return body;
}

const put = (group: Group, who: { id: string }, body: object = {}, as = office) =>
  app.call(groupsContract.putGroupMember, { params: { id: group.id, userId: who.id }, body }, as);
const end = (group: Group, who: { id: string }, as = office, membershipId?: string) =>
  app.call(
    groupsContract.deleteGroupMember,
    { params: { id: group.id, userId: who.id }, ...(membershipId && { query: { membershipId } }) },
    as,
  );
const members = async (group: Group, query: object = {}, as = office) =>
  (await app.call(groupsContract.searchGroupMembers, { params: { id: group.id }, query }, as)).body;
const read = (id: string, as = office) => app.call(groupsContract.getGroup, { params: { id } }, as);
const update = (group: Group, change: object, as = office) => {
  const { name, description, color, permissions, version, parent } = group;
  return app.call(
    groupsContract.updateGroup,
    {
      params: { id: group.id },
      body: {
        name,
        description,
        color,
        permissions,
        version,
        parentId: parent?.id ?? null,
        ...change,
      },
    },
    as,
  );
};

describe("the tree", () => {
  test("a created group comes back as it was written, at its address", async () => {
    const { status, body, headers } = await app.call(
      groupsContract.createGroup,
      {
        body: { name: "  Turnen & <b>Spaß</b> ß ", description: "Zeile 1\nZeile 2", color: "TEAL" },
      },
      office,
    );
    expect(status).toBe(201);
    expect(headers["location"]).toBe(`/alpha/api/group/${body.id}`);
    expect(body).toMatchObject({
      name: "  Turnen & <b>Spaß</b> ß ",
      description: "Zeile 1\nZeile 2",
      color: "TEAL",
      parent: null,
      groupName: null,
      memberCount: 0,
      leaders: [],
      version: 1,
    });
    expect((await read(body.id)).body).toEqual(body);
  });

  test("a parent's name labels its sub-group, and moving into one's own sub-group is refused", async () => {
    const football = await create("Fußball");
    const youth = await create("Jugend", { parentId: football.id });
    const girls = await create("Mädchen", { parentId: youth.id });
    expect(girls).toMatchObject({ groupName: "Jugend", parent: { id: youth.id, name: "Jugend" } });
    const circle = await update(football, { parentId: girls.id });
    expect(circle.status).toBe(422);
    expect(circle.body).toMatchObject({ errors: [{ path: "parentId", code: "CYCLE" }] });
    expect((await update(football, { parentId: football.id })).status).toBe(422);
    expect((await update(football, { parentId: STRANGER })).body).toMatchObject({
      status: 422,
      errors: [{ path: "parentId" }],
    });
  });

  test("two moves at once never close a circle", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await create(`A ${round}`), await create(`B ${round}`)];
      const answers = await Promise.all([
        update(a, { parentId: b.id }),
        update(b, { parentId: a.id }),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    }
  });

  test("lists every parent before its children and siblings in German order", async () => {
    const top = await create("Zett-Baum");
    for (const name of ["Ötzi", "Zander", "Oskar", "2. Mannschaft", "10. Mannschaft"])
      await create(name, { parentId: top.id });
    const tree = (await app.call(groupsContract.listGroupTree, {}, office)).body;
    const place = new Map(tree.map(({ id }, index) => [id, index]));
    expect(
      tree.filter(
        ({ parent }, index) => parent !== null && (place.get(parent.id) ?? Infinity) > index,
      ),
    ).toEqual([]);
    expect(tree.filter(({ parent }) => parent?.id === top.id).map(({ name }) => name)).toEqual([
      "2. Mannschaft",
      "10. Mannschaft",
      "Oskar",
      "Ötzi",
      "Zander",
    ]);
  });

  test("search folds umlauts and finds sub-groups by their parent's name", async () => {
    const top = await create("Müllerinnen");
    await create("Erste", { parentId: top.id });
    for (const q of ["mueller", "Müller", "muller"]) {
      const { body } = await app.call(
        groupsContract.searchGroups,
        { query: { q, sort: "groupName" } },
        office,
      );
      expect(body.content.map(({ name }) => name)).toEqual(["Müllerinnen", "Erste"]);
    }
  });

  test("names are unique among siblings only", async () => {
    const [one, two] = [await create("Abteilung 1"), await create("Abteilung 2")];
    await create("Damen", { parentId: one.id });
    await create("Damen", { parentId: two.id });
    const again = await app.call(
      groupsContract.createGroup,
      { body: { name: "Damen", parentId: one.id } },
      office,
    );
    expect(again.body).toMatchObject({
      status: 409,
      errors: [{ path: "name", code: "ALREADY_EXISTS" }],
    });
  });

  test("a stale save is refused with the record as it is now", async () => {
    const group = await create("Schach");
    expect((await update(group, { name: "Schach 1" })).body).toMatchObject({
      name: "Schach 1",
      version: 2,
    });
    const stale = await update(group, { name: "Schach 2" });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ current: { name: "Schach 1", version: 2 } });
  });

  test("deleting keeps the people and moves sub-groups up", async () => {
    const top = await create("Wassersport");
    const middle = await create("Rudern", { parentId: top.id });
    const leaf = await create("Achter", { parentId: middle.id });
    await put(middle, member, { function: "Steuermann" });
    expect(
      (await app.call(groupsContract.deleteGroup, { params: { id: middle.id } }, office)).status,
    ).toBe(204);
    expect((await read(leaf.id)).body).toMatchObject({
      parent: { id: top.id },
      groupName: "Wassersport",
      version: 2,
    });
    expect(refusal(await read(middle.id))).toEqual([404, "NOT_FOUND"]);
    expect(
      refusal(await app.call(groupsContract.deleteGroup, { params: { id: middle.id } }, office)),
    ).toEqual([404, "NOT_FOUND"]);
    expect(
      (await app.call(groupsContract.listUserMemberships, { params: { id: member.id } }, office))
        .status,
    ).toBe(200);
  });

  test("a sub-group that can't move up because of its name keeps the group", async () => {
    const top = await create("Kegeln");
    const middle = await create("Kegeln Herren", { parentId: top.id });
    await create("Erste", { parentId: top.id });
    await create("Erste", { parentId: middle.id });
    expect(
      refusal(await app.call(groupsContract.deleteGroup, { params: { id: middle.id } }, office)),
    ).toEqual([409, "SUBGROUP_NAME_TAKEN"]);
    expect((await read(middle.id)).status).toBe(200);
  });

  test.each([
    { isAdmin: true },
    { id: STRANGER },
    { memberCount: 3 },
    { leaders: [] },
    { tenantId: STRANGER },
  ])("refuses to write %o", async (extra) => {
    expect(
      (
        await app.call(
          groupsContract.createGroup,
          { body: { name: "Fremd", ...extra } as never },
          office,
        )
      ).status,
    ).toBe(400);
  });
});

describe("who belongs", () => {
  test("members, count and leaders follow the day", async () => {
    const group = await create("Chor");
    const [past, present, future] = [
      await app.user(alpha, { lastname: "Alt" }),
      await app.user(alpha, { lastname: "Jetzt" }),
      await app.user(alpha, { lastname: "Bald" }),
    ];
    await put(group, past, { from: "2010-01-01", to: "2015-06-30" });
    await put(group, present, { leader: true, function: "Chorleitung" });
    await put(group, future, { from: "2099-01-01" });
    expect((await read(group.id)).body).toMatchObject({
      memberCount: 1,
      leaders: [{ id: present.id }],
    });
    expect((await members(group)).content.map(({ user, leader }) => [user.id, leader])).toEqual([
      [present.id, true],
    ]);
    expect(
      (await members(group, { asOf: "2015-06-30" })).content.map(({ user }) => user.lastname),
    ).toEqual(["Alt", "Jetzt"]);
    expect(
      (await members(group, { asOf: "2015-07-01" })).content.map(({ user }) => user.lastname),
    ).toEqual(["Jetzt"]);
    expect(
      (await members(group, { includePast: true })).content.map(({ user }) => user.lastname),
    ).toEqual(["Alt", "Bald", "Jetzt"]);
  });

  test("who comes back gets a second period and the first one stays", async () => {
    const group = await create("Theater");
    const who = await app.user(alpha, { lastname: "Wiederkehr" });
    await put(group, who, { from: "2010-01-01", to: "2012-12-31", function: "Statist" });
    const again = await put(group, who, { function: "Souffleuse" });
    expect(again.status).toBe(200);
    const { body } = await app.call(
      groupsContract.listUserMemberships,
      { params: { id: who.id } },
      office,
    );
    expect(body.map(({ function: role, from, to, current }) => [role, from, to, current])).toEqual([
      ["Souffleuse", again.body.from, null, true],
      ["Statist", "2010-01-01", "2012-12-31", false],
    ]);
  });

  test("the same PUT twice is one membership; overlapping periods and an end before the start are refused", async () => {
    const group = await create("Tanz");
    const who = await app.user(alpha);
    const first = await put(group, who, { from: "2020-01-01", function: "Kasse" });
    const second = await put(group, who, { from: "2020-01-01", function: "Kasse" });
    expect(second.body).toEqual(first.body);
    expect((await put(group, who, { from: "2021-01-01", to: "2020-01-01" })).body).toMatchObject({
      status: 422,
      errors: [{ path: "to" }],
    });
    const early = await put(group, who, { from: "2010-01-01", to: "2011-01-01" });
    expect(early.body.id).not.toBe(first.body.id);
    expect(
      refusal(
        await put(group, who, {
          membershipId: early.body.id,
          from: "2010-01-01",
          to: "2020-01-01",
        }),
      ),
    ).toEqual([422, "PERIODS_OVERLAP"]);
  });

  test("parallel additions of one person leave one period", async () => {
    const group = await create("Parallel");
    const who = await app.user(alpha);
    await Promise.all(Array.from({ length: 8 }, () => put(group, who)));
    expect((await members(group, { includePast: true })).totalElements).toBe(1);
  });

  test("ending keeps the past, removes what has not begun, and is 404 when there is nothing", async () => {
    const group = await create("Boule");
    const who = await app.user(alpha);
    await put(group, who, { from: "2020-01-01" });
    expect((await end(group, who)).status).toBe(204);
    expect((await members(group)).totalElements).toBe(0);
    const { content } = await members(group, { includePast: true });
    expect(content[0]).toMatchObject({
      from: "2020-01-01",
      to: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect(refusal(await end(group, who))).toEqual([404, "NOT_FOUND"]);
    expect((await end(group, who, office, content[0]?.id)).status).toBe(204);
    expect((await members(group, { includePast: true })).totalElements).toBe(0);
    expect(refusal(await put(group, { id: STRANGER }))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("rights", () => {
  test("nobody gives or takes a group's rights beyond their own", async () => {
    expect(
      refusal(
        await app.call(
          groupsContract.createGroup,
          { body: { name: "Macht", permissions: ["MANAGE_TENANT"] } },
          office,
        ),
      ),
    ).toEqual([403, "BEYOND_OWN_RIGHTS"]);
    const plain = await create("Harmlos");
    expect(refusal(await update(plain, { permissions: ["SEND_MESSAGE"] }))).toEqual([
      403,
      "BEYOND_OWN_RIGHTS",
    ]);
    const strong = await create("Vorstand", { permissions: ["MANAGE_TENANT", "QUERY_GROUP"] });
    expect(refusal(await update(strong, { permissions: ["QUERY_GROUP"] }))).toEqual([
      403,
      "BEYOND_OWN_RIGHTS",
    ]);
    expect((await update(strong, { name: "Vorstand e. V." })).status).toBe(200);
    for (const who of [office, member])
      expect(refusal(await put(strong, who))).toEqual([403, "BEYOND_OWN_RIGHTS"]);
    expect(
      refusal(await app.call(groupsContract.deleteGroup, { params: { id: strong.id } }, office)),
    ).toEqual([403, "BEYOND_OWN_RIGHTS"]);
    expect((await members(strong, { includePast: true })).totalElements).toBe(0);
    expect((await read(strong.id)).body.can).toEqual([
      "EDIT",
      "SEE_MEMBERS",
      "ADD_SUBGROUP",
      "SEE_SUBGROUPS",
    ]);
  });

  test("rights of a group hold from the next request on, and end with the membership", async () => {
    const group = await create("Geschäftsstelle", { permissions: ["QUERY_GROUP"] });
    const who = await app.user(alpha);
    expect((await read(group.id, who)).status).toBe(403);
    await put(group, who);
    expect((await read(group.id, who)).status).toBe(200);
    await end(group, who);
    expect((await read(group.id, who)).status).toBe(403);
  });

  test("a leader sees the own group with contact data, others see neither", async () => {
    const [own, other] = [await create("Leitung eigene"), await create("Leitung andere")];
    const leader = await app.user(alpha);
    const somebody = await app.user(alpha, { lastname: "Erreichbar", email: "da@example.org" });
    await put(own, leader, { leader: true });
    await put(own, somebody);
    const seen = (await members(own, { q: "erreich" }, leader)).content;
    expect(seen.map(({ user, can }) => [user.email, can])).toEqual([["da@example.org", []]]);
    expect((await read(other.id, leader)).status).toBe(403);
    expect((await read(STRANGER, leader)).status).toBe(403);
    expect(
      (await app.call(groupsContract.searchGroupMembers, { params: { id: own.id } }, member))
        .status,
    ).toBe(403);
  });

  test("QUERY_GROUP alone shows who belongs but no contact data, and can't make leaders who see it", async () => {
    const group = await create("Ohne Kontakt");
    const limited = await app.user(alpha, { permissions: ["QUERY_GROUP", "MANAGE_GROUP"] });
    await put(group, await app.user(alpha, { email: "geheim@example.org" }));
    expect((await members(group, {}, limited)).content.map(({ user }) => user.email)).toEqual([
      null,
    ]);
    expect(refusal(await put(group, limited, { leader: true }, limited))).toEqual([
      403,
      "BEYOND_OWN_RIGHTS",
    ]);
    expect((await put(group, limited, {}, limited)).status).toBe(200);
  });

  test("another club's groups and members are as absent as unknown ones", async () => {
    const beta = await app.tenant("beta");
    const foreign = await app.user(beta, { isAdmin: true });
    const group = await create("Nur hier");
    expect((await read(group.id, foreign)).body).toEqual({
      ...(await read(STRANGER, foreign)).body,
      requestId: expect.any(String),
    });
    expect((await update(group, {}, foreign)).status).toBe(404);
    expect((await put(group, foreign, {}, admin)).status).toBe(404);
    expect((await put(group, foreign, {}, foreign)).status).toBe(404);
    const parent = await app.call(
      groupsContract.createGroup,
      { body: { name: "Unter", parentId: group.id } },
      foreign,
    );
    expect(parent.status).toBe(422);
    expect((await members(group, { includePast: true }, admin)).totalElements).toBe(0);
  });
});
