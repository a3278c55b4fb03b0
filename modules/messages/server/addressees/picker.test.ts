import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract as api } from "../../contract.ts";

/** Whom the picker of a new message offers, and by what it finds them. */

let app: TestApp;
let office: TestUser;
let writer: TestUser;
let leader: TestUser;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  const admin = await app.user(club, { isAdmin: true, firstname: "Ada", lastname: "Admin" });
  office = await app.user(club, {
    firstname: "Olga",
    lastname: "Office",
    permissions: ["SEND_MESSAGE", "QUERY_USER"],
  });
  writer = await app.user(club, {
    firstname: "Willi",
    lastname: "Writer",
    permissions: ["SEND_MESSAGE"],
  });
  leader = await app.user(club, { firstname: "Lea", lastname: "Leiter" });
  const create = async (body: object) =>
    (
      await app.call(
        usersContract.createUser,
        { body: { firstname: "Kim", lastname: "Nobody", ...body } },
        admin,
      )
    ).body.id;
  const above = await create({ lastname: "Öztürk", city: "Musterstadt", email: "o@example.org" });
  await create({ lastname: "Ozwald", city: "Hafenort" });
  const below = await create({ lastname: "Müller" });
  await create({ lastname: "Müller", leftOn: "2020-12-31" });
  const trashed = await create({ lastname: "Müller" });
  await app.call(usersContract.deleteUser, { params: { id: trashed } }, admin);
  const group = async (name: string, parentId: string | null) =>
    (await app.call(groupsContract.createGroup, { body: { name, parentId } }, admin)).body.id;
  const teamId = await group("Team", null);
  const youth = await group("Jugend", teamId);
  await group("Vorstand", null);
  const put = (id: string, userId: string, body: object) =>
    app.call(groupsContract.putGroupMember, { params: { id, userId }, body }, admin);
  await put(teamId, leader.id, { leader: true });
  await put(teamId, above, {});
  await put(youth, below, {});
});
afterAll(() => app?.close());

const offered = async (q: string | undefined, as: TestUser) => {
  const { body } = await app.call(
    api.searchRecipients,
    q === undefined ? {} : { query: { q } },
    as,
  );
  return {
    everybody: body.everybody,
    people: body.people.map(({ lastname }) => lastname),
    groups: body.groups.map(({ name, count }) => [name, count]),
  };
};

test("everybody who belongs to the club is offered, in German order, and every group", async () => {
  expect(await offered(undefined, office)).toEqual({
    everybody: true,
    people: ["Admin", "Leiter", "Müller", "Office", "Öztürk", "Ozwald", "Writer"],
    groups: [
      ["Jugend", 1],
      ["Team", 3],
      ["Vorstand", 0],
    ],
  });
});

test("names are found however umlauts are typed", async () => {
  for (const q of ["mueller", "Müller", "MULLER", "kim müll"])
    expect((await offered(q, writer)).people).toEqual(["Müller"]);
  expect((await offered("oz", writer)).people).toEqual(["Öztürk", "Ozwald"]);
});

test("a place finds people for those alone who may see it", async () => {
  expect((await offered("musterstadt", office)).people).toEqual(["Öztürk"]);
  expect((await offered("musterstadt", writer)).people).toEqual([]);
});

test("leaders are offered their groups and who is in them and below", async () => {
  expect(await offered(undefined, leader)).toEqual({
    everybody: false,
    people: ["Leiter", "Müller", "Öztürk"],
    groups: [
      ["Jugend", 1],
      ["Team", 3],
    ],
  });
  expect((await offered("ozwald", leader)).people).toEqual([]);
});

test("who leads nothing and may not write is offered nobody", async () => {
  const plain = await app.user(office.tenant);
  expect(await offered(undefined, plain)).toEqual({ everybody: false, people: [], groups: [] });
});

test("says who can be reached by mail", async () => {
  const { body } = await app.call(api.searchRecipients, { query: { q: "oz" } }, office);
  expect(body.people.map(({ hasMail }) => hasMail)).toEqual([true, false]);
});
