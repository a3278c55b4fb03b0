import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { usersContract as users } from "../../contract.ts";
import { formOf } from "../../testing.ts";

let app: TestApp;
let admin: TestUser;
let number = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  const club = await app.tenant(`verein-${(number += 1)}`);
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
});

async function trashed(lastname: string, values: object = {}): Promise<string> {
  const body = { lastname, ...values };
  const made = await app.call(users.createUser, { body }, admin);
  expect(made.status).toBe(201);
  const params = { id: made.body.id };
  expect((await app.call(users.deleteUser, { params }, admin)).status).toBe(204);
  return made.body.id;
}

async function trash(query: object = {}) {
  const answer = await app.call(users.searchTrash, { query }, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

const names = ({ content }: { content: { lastname: string }[] }) =>
  content.map(({ lastname }) => lastname);

/** As if somebody had been thrown away some days before. */
async function thrownAwayBefore(id: string, days: number): Promise<void> {
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [admin.tenant.id]);
    await client.query(
      "UPDATE member SET deleted_at = now() - make_interval(days => $2) WHERE id = $1",
      [id, days],
    );
  });
}

describe("the trash", () => {
  test("is empty in a new club", async () => {
    expect(await trash()).toMatchObject({ content: [], totalElements: 0 });
  });

  test("shows the last one first, or is sorted by name", async () => {
    for (const lastname of ["Zabel", "Ärger", "Mast"]) await trashed(lastname);
    expect(names(await trash())).toEqual(["Mast", "Ärger", "Zabel"]);
    expect(names(await trash({ dir: "ASC" }))).toEqual(["Zabel", "Ärger", "Mast"]);
    expect(names(await trash({ sort: "lastname", dir: "ASC" }))).toEqual([
      "Ärger",
      "Mast",
      "Zabel",
    ]);
  });

  test("is read page by page", async () => {
    for (let index = 0; index < 7; index++) await trashed(`Seite ${index}`);
    const pages = [];
    for (let page = 0; page < 3; page++) {
      const answer = await trash({ sort: "lastname", dir: "ASC", size: 3, page });
      expect(answer.totalElements).toBe(7);
      pages.push(...names(answer));
    }
    expect(pages).toEqual(Array.from({ length: 7 }, (_, index) => `Seite ${index}`));
    expect(names(await trash({ size: 3, page: 9 }))).toEqual([]);
  });

  test.each([
    ["müller", ["Müller"]],
    ["mueller", ["Müller"]],
    ["köln", ["Zander"]],
    ["T-9", ["Mast"]],
    ["niemand", []],
  ])("is searched as the list is: %s", async (q, found) => {
    await trashed("Müller");
    await trashed("Zander", { city: "Köln" });
    await trashed("Mast", { memberNumber: "T-9" });
    expect(names(await trash({ q }))).toEqual(found);
  });

  test("says who threw somebody away, when, and when it is for good", async () => {
    const id = await trashed("Angaben", { birthday: "1980-01-01", city: "Jena" });
    const { content } = await trash();
    expect(content).toMatchObject([
      { id, birthday: "1980-01-01", city: "Jena", deletedBy: "Ada Admin" },
    ]);
    const [{ deletedAt, anonymisedOn }] = content as [(typeof content)[number]];
    const days = (Date.parse(anonymisedOn) - Date.parse(deletedAt.slice(0, 10))) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(29);
    expect(days).toBeLessThanOrEqual(32);
  });

  test("is another club's own", async () => {
    await trashed("Geheim");
    const stranger = await app.user(await app.tenant(`fremd-${number}`), { isAdmin: true });
    expect((await app.call(users.searchTrash, {}, stranger)).body.content).toEqual([]);
  });
});

describe("who is in the trash", () => {
  test("has the same record after being taken out", async () => {
    const made = await app.call(
      users.createUser,
      { body: { lastname: "Zurück", city: "Ulm", iban: "DE02120300000000202051" } },
      admin,
    );
    const params = { id: made.body.id };
    await app.call(users.deleteUser, { params }, admin);
    const back = await app.call(users.restoreUser, { params }, admin);
    expect(back.status).toBe(200);
    expect(formOf(back.body)).toEqual({ ...formOf(made.body), version: back.body.version });
    expect((await app.call(users.restoreUser, { params }, admin)).status).toBe(200);
  });

  test("is not there for anything else", async () => {
    const id = await trashed("Weg");
    const params = { id };
    const body = { memberNumber: "9", lastname: "Weg", version: 1 };
    const { status } = await app.call(users.updateUser, { params, body }, admin);
    expect([status, (await app.call(users.getUser, { params }, admin)).status]).toEqual([404, 404]);
    const rights = { permissions: [], isAdmin: true, version: 1 };
    expect((await app.call(users.setUserPermissions, { params, body: rights }, admin)).status).toBe(
      404,
    );
    expect((await app.call(users.inviteLogin, { params, body: {} }, admin)).status).toBe(404);
  });

  test("does not come in with a token from before", async () => {
    const person = await app.user(admin.tenant, { lastname: "Eingeloggt" });
    expect((await app.call(users.getMe, {}, person)).status).toBe(200);
    await app.call(users.deleteUser, { params: { id: person.id } }, admin);
    expect((await app.call(users.getMe, {}, person)).status).toBe(401);
    await app.call(users.restoreUser, { params: { id: person.id } }, admin);
    expect((await app.call(users.getMe, {}, person)).status).toBe(200);
  });

  test("is found by those alone who manage members", async () => {
    await trashed("Verborgen");
    const reader = await app.user(admin.tenant, { permissions: ["QUERY_USER"] });
    expect((await app.call(users.searchTrash, {}, reader)).status).toBe(403);
  });
});

describe("the nightly cleanup", () => {
  const cleanUp = () => app.runScheduled({ id: "members:anonymise-expired" });

  test("wipes whose time in the trash is over, and nobody else", async () => {
    const expired = await trashed("Abgelaufen");
    const recent = await trashed("Frisch");
    await thrownAwayBefore(expired, 40);
    await thrownAwayBefore(recent, 5);
    await cleanUp();
    expect(names(await trash())).toEqual(["Frisch"]);
    const params = { id: expired };
    expect((await app.call(users.restoreUser, { params }, admin)).status).toBe(404);
    const kept = await app.call(users.restoreUser, { params: { id: recent } }, admin);
    expect(kept.body.lastname).toBe("Frisch");
  });

  test("has nothing to do where nothing is over, however often it runs", async () => {
    await trashed("Bleibt");
    await cleanUp();
    await cleanUp();
    expect(names(await trash())).toEqual(["Bleibt"]);
  });
});
