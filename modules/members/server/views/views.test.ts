import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { type UserView, usersContract as users } from "../../contract.ts";

let app: TestApp;
let club: TenantRow;
let admin: TestUser;
let anna: TestUser;
let bert: TestUser;
let number = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  club = await app.tenant(`verein-${(number += 1)}`);
  const permissions = ["QUERY_USER" as const];
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  anna = await app.user(club, { firstname: "Anna", lastname: "Alt", permissions });
  bert = await app.user(club, { firstname: "Bert", lastname: "Bach", permissions });
});

async function saved(name: string, as: TestUser, more: object = {}): Promise<UserView> {
  const { status, body } = await app.call(users.createView, { body: { name, ...more } }, as);
  expect(status).toBe(201);
  return body;
}

async function seen(as: TestUser): Promise<UserView[]> {
  return (await app.call(users.searchViews, {}, as)).body;
}

const names = (views: readonly UserView[]) => views.map(({ name }) => name);

describe("a saved view", () => {
  test("keeps filter, order and columns as they were on screen", async () => {
    const parameters = { status: "ACTIVE", sort: "city", dir: "DESC", "cf.trikot": "M" };
    const columns = ["memberNumber", "city", "cf.trikot"];
    const view = await saved("Trikots", anna, { parameters, columns });
    expect(view).toMatchObject({
      name: "Trikots",
      shared: false,
      parameters,
      columns,
      owner: { id: anna.id, name: "Anna Alt" },
      version: 1,
    });
    expect(await seen(anna)).toEqual([view]);
  });

  test("is its owner's alone until it is shared", async () => {
    await saved("Geheim", anna);
    await saved("Für alle", anna, { shared: true });
    expect(names(await seen(anna))).toEqual(["Für alle", "Geheim"]);
    expect(names(await seen(bert))).toEqual(["Für alle"]);
  });

  test("is listed in German order", async () => {
    for (const name of ["Zahlende", "Ärzte", "Aktive", "Öffentlich", "10 Jahre", "2 Jahre"])
      await saved(name, anna);
    expect(names(await seen(anna))).toEqual([
      "2 Jahre",
      "10 Jahre",
      "Aktive",
      "Ärzte",
      "Öffentlich",
      "Zahlende",
    ]);
  });

  test("has a name that its owner has once; others may have the same", async () => {
    await saved("Jugend", anna);
    const again = await app.call(users.createView, { body: { name: "Jugend" } }, anna);
    expect(again).toMatchObject({ status: 409, body: { errors: [{ path: "name" }] } });
    await saved("Jugend", bert);
    const other = await saved("Kinder", anna);
    const renamed = await app.call(
      users.updateView,
      { params: { id: other.id }, body: { name: "Jugend", version: other.version } },
      anna,
    );
    expect(renamed).toMatchObject({ status: 409, body: { errors: [{ path: "name" }] } });
  });

  test("is replaced as a whole when it is saved again", async () => {
    const view = await saved("Alles", anna, { parameters: { q: "a" }, columns: ["city"] });
    const body = { name: "Alles neu", shared: true, version: view.version };
    const { body: now } = await app.call(users.updateView, { params: { id: view.id }, body }, anna);
    expect(now).toMatchObject({ name: "Alles neu", shared: true, parameters: {}, columns: [] });
    expect(now.version).toBe(view.version + 1);
  });

  test("that somebody else has saved since is not overwritten", async () => {
    const view = await saved("Zweimal", anna);
    const params = { id: view.id };
    const first = { name: "Zuerst", version: view.version };
    expect((await app.call(users.updateView, { params, body: first }, anna)).status).toBe(200);
    const second = await app.call(
      users.updateView,
      { params, body: { name: "Danach", version: view.version } },
      anna,
    );
    expect(second).toMatchObject({ status: 412, body: { current: { name: "Zuerst" } } });
  });

  test("says what its reader may do with it", async () => {
    await saved("Geteilt", anna, { shared: true });
    const can = async (as: TestUser) => (await seen(as))[0]?.can;
    expect(await can(anna)).toEqual(["EDIT", "DELETE"]);
    expect(await can(admin)).toEqual(["EDIT", "DELETE"]);
    expect(await can(bert)).toEqual([]);
  });

  test("does what it says: readers of a shared view change nothing", async () => {
    const { id, version } = await saved("Geteilt", anna, { shared: true });
    const params = { id };
    const body = { name: "Meins", version };
    expect((await app.call(users.updateView, { params, body }, bert)).status).toBe(403);
    expect((await app.call(users.deleteView, { params }, bert)).status).toBe(403);
    expect(names(await seen(anna))).toEqual(["Geteilt"]);
    expect((await app.call(users.deleteView, { params }, admin)).status).toBe(204);
    expect(await seen(anna)).toEqual([]);
  });

  test("of somebody else that is not shared is not there", async () => {
    const { id, version } = await saved("Privat", anna);
    const params = { id };
    const body = { name: "Meins", version };
    for (const as of [bert, admin]) {
      expect((await app.call(users.updateView, { params, body }, as)).status).toBe(404);
      expect((await app.call(users.deleteView, { params }, as)).status).toBe(404);
    }
  });

  test("goes with its owner", async () => {
    await saved("Von Anna", anna, { shared: true });
    const params = { id: anna.id };
    await app.call(users.deleteUser, { params }, admin);
    await app.call(users.anonymiseUser, { params }, admin);
    expect(names(await seen(bert))).toEqual([]);
  });

  test("of another club is not there", async () => {
    const { id, version } = await saved("Fremd", anna, { shared: true });
    const other = await app.user(await app.tenant(`anders-${number}`), { isAdmin: true });
    const params = { id };
    expect(await seen(other)).toEqual([]);
    const body = { name: "Meins", version };
    expect((await app.call(users.updateView, { params, body }, other)).status).toBe(404);
  });

  test.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "Ok", parameters: { q: 5 } }, "parameters.q"],
    [{ name: "Ok", columns: "city" }, "columns"],
    [{ name: "Ok", owner: "ich" }, "owner"],
  ])("is refused as %o", async (body, path) => {
    const answer = await app.call(users.createView, { body: body as { name: string } }, anna);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });
});

test("who sees no members saves no views", async () => {
  const nobody = await app.user(club, {});
  expect((await app.call(users.searchViews, {}, nobody)).status).toBe(403);
  expect((await app.call(users.createView, { body: { name: "x" } }, nobody)).status).toBe(403);
});
