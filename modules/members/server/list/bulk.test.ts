import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import type { BodyInput } from "#platform/contract/route.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as users } from "../../contract.ts";
import { groupsContract as groups } from "../../groups-contract.ts";

let app: TestApp;
let club: TenantRow;
let admin: TestUser;
/** Manages members and groups, and is no administrator. */
let office: TestUser;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  office = await app.user(club, {
    lastname: "Büro",
    permissions: ["QUERY_USER", "MANAGE_USER", "QUERY_GROUP", "MANAGE_GROUP"],
  });
});
afterAll(() => app?.close());

async function people(lastname: string, count: number, values: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const body = { lastname, firstname: `Nr. ${index}`, ...values };
    const made = await app.call(users.createUser, { body }, admin);
    expect(made.status).toBe(201);
    ids.push(made.body.id);
  }
  return ids;
}

async function aGroup(name: string): Promise<string> {
  const made = await app.call(groups.createGroup, { body: { name } }, admin);
  expect(made.status).toBe(201);
  return made.body.id;
}

function bulk(body: BodyInput<typeof users.bulkUsers>, as = office) {
  return app.call(users.bulkUsers, { body }, as);
}

async function found(query: object): Promise<string[]> {
  const { body } = await app.call(users.searchUsers, { query: { size: 200, ...query } }, admin);
  return body.content.map(({ id }) => id).toSorted();
}

async function inTrash(q: string): Promise<string[]> {
  const { body } = await app.call(users.searchTrash, { query: { q, size: 200 } }, admin);
  return body.content.map(({ id }) => id).toSorted();
}

describe("many members at once", () => {
  test("join a group; who is in it already stays as they are", async () => {
    const ids = await people("Gruppenweise", 4);
    const groupId = await aGroup("Wandern");
    const [first = ""] = ids;
    await app.call(
      groups.putGroupMember,
      { params: { id: groupId, userId: first }, body: { function: "Wart", from: "2020-01-01" } },
      admin,
    );
    const action = "ADD_TO_GROUP" as const;
    expect((await bulk({ ids, action, groupId, from: "2024-01-01" })).body).toEqual({
      changed: 3,
      unchanged: 1,
    });
    expect(await found({ group: groupId })).toEqual(ids.toSorted());
    const { body } = await app.call(users.getUser, { params: { id: first } }, admin);
    expect(body.groups).toMatchObject([{ function: "Wart", from: "2020-01-01" }]);
    expect((await bulk({ ids, action, groupId })).body).toEqual({ changed: 0, unchanged: 4 });
  });

  test("leave a group, and stay members of others and of the club", async () => {
    const ids = await people("Scheidend", 3);
    const [stays, left] = [await aGroup("Bleiben"), await aGroup("Gehen")];
    for (const groupId of [stays, left])
      await bulk({ ids, action: "ADD_TO_GROUP", groupId, from: "2024-01-01" });
    const [first = "", ...others] = ids;
    expect((await bulk({ ids: others, action: "REMOVE_FROM_GROUP", groupId: left })).body).toEqual({
      changed: 2,
      unchanged: 0,
    });
    expect(await found({ group: left })).toEqual([first]);
    expect(await found({ group: stays })).toEqual(ids.toSorted());
    // What was is still known on the days before.
    expect(await found({ group: left, asOf: "2024-06-01" })).toEqual(ids.toSorted());
  });

  test("go to the trash and come back, by ids or by what the list shows", async () => {
    const ids = await people("Abschied", 5, { city: "Trier" });
    const trashed = await bulk({ filter: { q: "Abschied Trier" }, action: "TRASH" });
    expect(trashed.body).toEqual({ changed: 5, unchanged: 0 });
    expect(await found({ q: "Abschied" })).toEqual([]);
    expect(await inTrash("Abschied")).toEqual(ids.toSorted());
    expect((await bulk({ ids, action: "TRASH" })).body).toEqual({ changed: 0, unchanged: 5 });
    const some = ids.slice(0, 2);
    expect((await bulk({ ids: some, action: "RESTORE" })).body).toEqual({
      changed: 2,
      unchanged: 0,
    });
    expect(await found({ q: "Abschied" })).toEqual(some.toSorted());
  });

  test("named twice count once", async () => {
    const [id = ""] = await people("Doppelt", 1);
    expect((await bulk({ ids: [id, id, id], action: "TRASH" })).body).toEqual({
      changed: 1,
      unchanged: 0,
    });
  });

  test("are erased for good out of the trash, and not by a filter", async () => {
    const ids = await people("Endgültig", 2);
    expect((await bulk({ ids, action: "ANONYMISE" })).body).toMatchObject({ code: "NOT_DUE" });
    await bulk({ ids, action: "TRASH" });
    expect((await bulk({ filter: {}, action: "ANONYMISE" })).status).toBe(422);
    expect((await bulk({ ids, action: "ANONYMISE" })).body).toEqual({ changed: 2, unchanged: 0 });
    expect(await inTrash("Endgültig")).toEqual([]);
  });

  test("lose their logins; who has none is left alone", async () => {
    const ids = await people("Zugang", 3);
    const [invited = ""] = ids;
    const mailed = await app.call(
      users.inviteLogin,
      { params: { id: invited }, body: { username: "zugang.eins" } },
      admin,
    );
    // Without an address nobody can be invited.
    expect(mailed.status).toBeGreaterThanOrEqual(400);
    expect((await bulk({ ids, action: "DEACTIVATE" })).body).toEqual({ changed: 0, unchanged: 3 });
  });
});

describe("all or nothing", () => {
  const STRANGER = "019a0000-0000-7000-8000-000000000000";

  test.each(["TRASH", "RESTORE", "DEACTIVATE", "ANONYMISE"] as const)(
    "%s of people of whom one is unknown changes nobody",
    async (action) => {
      const ids = await people(`Unbekannt${action}`, 2);
      const answer = await bulk({ ids: [...ids, STRANGER], action });
      expect(answer.status).toBe(404);
      expect(await found({ q: `Unbekannt${action}` })).toEqual(ids.toSorted());
    },
  );

  test("people of another club are unknown", async () => {
    const other = await app.tenant(`fremd-${Date.now()}`);
    const stranger = await app.user(other, {});
    const ids = await people("Eigene", 1);
    expect((await bulk({ ids: [...ids, stranger.id], action: "TRASH" })).status).toBe(404);
    expect(await found({ q: "Eigene" })).toEqual(ids);
  });

  test("one who has more rights than the office keeps all of them where they are", async () => {
    const ids = await people("Rang", 2);
    for (const action of ["TRASH", "DEACTIVATE"] as const) {
      const answer = await bulk({ ids: [...ids, admin.id], action });
      expect(answer).toMatchObject({ status: 403, body: { code: "OUTRANKED" } });
    }
    expect(await found({ q: "Rang" })).toEqual(ids.toSorted());
    expect((await bulk({ ids: [...ids, admin.id], action: "TRASH" }, admin)).body).toMatchObject({
      code: "LAST_ADMIN",
    });
  });

  test("a group that is not there takes nobody in", async () => {
    const ids = await people("Gruppenlos", 1);
    const body = { ids, action: "ADD_TO_GROUP" as const, groupId: STRANGER };
    expect((await bulk(body)).status).toBe(404);
  });
});

describe("who may do it", () => {
  test.each([
    ["TRASH", ["MANAGE_GROUP", "QUERY_USER"], 403],
    ["RESTORE", ["MANAGE_GROUP", "QUERY_USER"], 403],
    ["DEACTIVATE", ["MANAGE_GROUP", "QUERY_USER"], 403],
    ["ANONYMISE", ["MANAGE_GROUP", "QUERY_USER"], 403],
    ["ADD_TO_GROUP", ["MANAGE_USER", "QUERY_USER"], 403],
    ["REMOVE_FROM_GROUP", ["MANAGE_USER", "QUERY_USER"], 403],
    ["TRASH", ["QUERY_USER"], 403],
    ["TRASH", ["MANAGE_USER"], 200],
    ["ADD_TO_GROUP", ["MANAGE_GROUP"], 200],
  ] as const)("%s with %o: %i", async (action, permissions, status) => {
    const who = await app.user(club, { permissions: [...permissions] });
    const ids = await people("Berechtigt", 1);
    const groupId = await aGroup(`Gruppe ${crypto.randomUUID()}`);
    const body = { ids, action, ...(action.endsWith("GROUP") && { groupId }) };
    expect((await bulk(body, who)).status).toBe(status);
  });

  test("only who sees the list acts on what it shows", async () => {
    await people("Ungesehen", 1);
    const blind = await app.user(club, { permissions: ["MANAGE_USER"] });
    const answer = await bulk({ filter: { q: "Ungesehen" }, action: "TRASH" }, blind);
    expect(answer.status).toBe(403);
  });
});

describe("refuses", () => {
  test.each([
    ["neither ids nor a filter", { action: "TRASH" }, "ids", 422],
    ["ids and a filter", { ids: ["ID"], filter: {}, action: "TRASH" }, "ids", 422],
    ["no ids at all", { ids: [], action: "TRASH" }, "ids", 400],
    ["a group's action without a group", { ids: ["ID"], action: "ADD_TO_GROUP" }, "groupId", 422],
    ["an action that is none", { ids: ["ID"], action: "DELETE" }, "action", 400],
    ["restoring by a filter", { filter: {}, action: "RESTORE" }, "ids", 422],
  ])("%s", async (_why, body, path, status) => {
    const [id = ""] = await people("Abgelehnt", 1);
    const named = JSON.parse(JSON.stringify(body).replaceAll('"ID"', `"${id}"`)) as typeof body;
    const answer = await bulk(named as BodyInput<typeof users.bulkUsers>);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ errors: [{ path }] });
    expect(await found({ q: "Abgelehnt" })).toContain(id);
  });
});
