import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract } from "../../groups-contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { usersContract as users } from "../../contract.ts";
import { clubDay } from "../people/club-day.ts";
import { unzip } from "#platform/server/testing/unzip.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;

beforeAll(async () => {
  app = await testApp();
  const alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { firstname: "Anna", lastname: "Admin", isAdmin: true });
  office = await app.user(alpha, {
    firstname: "Otto",
    lastname: "Office",
    permissions: ["QUERY_USER", "MANAGE_USER", "QUERY_GROUP", "MANAGE_GROUP"],
  });
});
afterAll(() => app?.close());

async function member(values: object): Promise<string> {
  const { status, body } = await app.call(
    users.createUser,
    { body: { firstname: "Frist", lastname: "Abgelaufen", ...values } },
    office,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function keepFor(months: number | null): Promise<void> {
  const { body } = await app.call(tenantsContract.getTenant, {}, admin);
  const { displayName, accentColor, timeZone, trashDays, version } = body;
  const saved = await app.call(
    tenantsContract.updateTenant,
    { body: { displayName, accentColor, timeZone, trashDays, retentionMonths: months, version } },
    admin,
  );
  expect(saved.status).toBe(200);
}

describe("the preview of a deletion", () => {
  test("says what goes, what stays without a name, and why", async () => {
    const id = await member({ iban: "DE02 1203 0000 0000 2020 51", leftOn: "2020-12-31" });
    const group = await app.call(groupsContract.createGroup, { body: { name: "Turnen" } }, office);
    await app.call(
      groupsContract.putGroupMember,
      { params: { id: group.body.id, userId: id }, body: { function: "Wart" } },
      office,
    );
    const { body } = await app.call(users.previewDeletion, { params: { id } }, office);
    expect(body).toMatchObject({
      user: { id, inTrash: false },
      obstacles: [],
      can: ["EXPORT", "DELETE"],
    });
    const fates = Object.fromEntries(
      body.lines.map(({ key, fate, count }) => [key, [fate, count]]),
    );
    expect(fates).toMatchObject({
      person: ["REMOVED", null],
      bank: ["REMOVED", null],
      statistics: ["ANONYMISED", null],
      gruppen: ["ANONYMISED", 1],
    });
    expect(fates["historie"]?.[0]).toBe("ANONYMISED");
    expect(body.lines.every(({ reason }) => reason.endsWith("."))).toBe(true);
  });

  test("says when, in the trash too", async () => {
    const id = await member({ leftOn: "2020-12-31" });
    const before = await app.call(users.previewDeletion, { params: { id } }, office);
    await app.call(users.deleteUser, { params: { id } }, office);
    const after = await app.call(users.previewDeletion, { params: { id } }, office);
    expect(after.body).toMatchObject({
      user: { inTrash: true },
      anonymisedOn: before.body.anonymisedOn,
      can: ["EXPORT", "RESTORE", "ANONYMISE"],
    });
    const trash = await app.call(users.searchTrash, { query: { size: 200 } }, office);
    expect(trash.body.content.find((one) => one.id === id)?.anonymisedOn).toBe(
      before.body.anonymisedOn,
    );
    await app.call(users.anonymiseUser, { params: { id } }, office);
    expect((await app.call(users.previewDeletion, { params: { id } }, office)).status).toBe(404);
  });

  test("warns of those who still belong to the club or have more rights", async () => {
    const stays = await app.call(
      users.previewDeletion,
      { params: { id: await member({}) } },
      office,
    );
    expect(stays.body.obstacles).toEqual([
      "Diese Person ist noch Mitglied: Es ist kein Austritt eingetragen.",
    ]);
    const above = await app.call(users.previewDeletion, { params: { id: admin.id } }, office);
    expect(above.body.obstacles).toHaveLength(3);
    expect(above.body.can).toEqual([]);
  });
});

describe("due deletions", () => {
  test("nobody is due while the club has set no time", async () => {
    await member({ leftOn: "1990-01-01" });
    await keepFor(null);
    const { body } = await app.call(users.searchDueDeletions, {}, office);
    expect(body).toMatchObject({ totalElements: 0, retentionMonths: null });
  });

  test("are those who left or died long enough ago, each with the reason", async () => {
    const left = await member({ lastname: "Lange weg", leftOn: "2001-01-31" });
    const dead = await member({
      lastname: "Lange tot",
      deceasedOn: "2000-05-01",
      leftOn: "2000-12-31",
    });
    const recent = await member({ lastname: "Eben weg", leftOn: clubDay("Europe/Berlin") });
    const active = await member({ lastname: "Bleibt" });
    await keepFor(13);
    const { body } = await app.call(users.searchDueDeletions, { query: { size: 200 } }, office);
    const found = new Map(body.content.map((one) => [one.id, one]));
    expect(found.get(left)).toMatchObject({
      reason: "LEFT",
      since: "2001-01-31",
      dueOn: "2002-02-28",
      can: ["DELETE", "ANONYMISE"],
    });
    expect(found.get(dead)).toMatchObject({
      reason: "DECEASED",
      since: "2000-05-01",
      dueOn: "2001-06-01",
    });
    expect(found.has(recent) || found.has(active)).toBe(false);
    expect(body.retentionMonths).toBe(13);
    const days = body.content.map(({ dueOn }) => dueOn);
    expect(days).toEqual(days.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test("go for good in one go, all or none, and statistics stay", async () => {
    const one = await member({
      lastname: "Eins",
      birthday: "1950-06-15",
      gender: "FEMALE",
      joinedOn: "1970-01-01",
      leftOn: "2001-01-31",
    });
    const two = await member({ lastname: "Zwei", leftOn: "2001-01-31" });
    const active = await member({ lastname: "Bleibt auch" });
    await keepFor(12);
    const wipe = (ids: string[]) =>
      app.call(users.bulkUsers, { body: { ids, action: "ANONYMISE" } }, office);
    expect((await wipe([one, two, active])).status).toBe(409);
    expect((await app.call(users.getUser, { params: { id: one } }, office)).status).toBe(200);
    expect((await wipe([one, two])).body).toEqual({ changed: 2, unchanged: 0 });
    expect((await app.call(users.getUser, { params: { id: one } }, office)).status).toBe(404);
    expect((await app.call(users.restoreUser, { params: { id: one } }, office)).status).toBe(404);
    expect(await rowOf(one)).toMatchObject({
      last_name: "Mitglied",
      birthday: "1950-01-01",
      gender: "FEMALE",
      joined_on: "1970-01-01",
      left_on: "2001-01-31",
    });
    expect((await wipe([two])).status).toBe(404);
  });

  test("never without a list of people, nor of people with more rights", async () => {
    expect(
      (await app.call(users.bulkUsers, { body: { filter: {}, action: "ANONYMISE" } }, office))
        .status,
    ).toBe(422);
    const boss = await app.user(office.tenant, {
      lastname: "Chef",
      permissions: ["MANAGE_TENANT"],
    });
    const { body } = await app.call(users.getUser, { params: { id: boss.id } }, admin);
    await app.call(
      users.updateUser,
      {
        params: { id: boss.id },
        body: {
          memberNumber: body.memberNumber,
          lastname: "Chef",
          leftOn: "2001-01-31",
          version: body.version,
        },
      },
      admin,
    );
    await keepFor(12);
    const due = await app.call(users.searchDueDeletions, { query: { size: 200 } }, office);
    expect(due.body.content.find(({ id }) => id === boss.id)?.can).toEqual([]);
    expect(
      (await app.call(users.bulkUsers, { body: { ids: [boss.id], action: "ANONYMISE" } }, office))
        .status,
    ).toBe(403);
  });

  async function rowOf(id: string): Promise<unknown> {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: app.services.environment.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query(
        "SELECT last_name, birthday::text, gender, joined_on::text, left_on::text FROM member WHERE id = $1",
        [id],
      );
      return rows[0];
    } finally {
      await client.end();
    }
  }
});

test("a person's file holds a section of each part of the product, readable and as data", async () => {
  const reader = await app.user(office.tenant, {
    firstname: "Ute",
    lastname: "Umfassend",
    permissions: ["QUERY_USER"],
  });
  await app.call(
    users.createView,
    { body: { name: "Meine Geburtstage", columns: ["birthday"] } },
    reader,
  );
  const { bytes } = await app.call(users.exportMe, {}, reader);
  const files = unzip(bytes);
  const data = JSON.parse(files.get("Auskunft.json")?.toString() ?? "") as Record<string, unknown>;
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining([
      "stammdaten",
      "zugang",
      "ansichten",
      "gruppen",
      "historie",
      "kalender",
      "kalender-abo",
      "einladungen",
      "dateien",
      "nachrichten",
      "exporte",
    ]),
  );
  expect(data["ansichten"]).toEqual([
    { Name: "Meine Geburtstage", Geteilt: false, Filter: {}, Spalten: ["birthday"] },
  ]);
  expect(files.get("Auskunft.html")?.toString()).toContain("<h2>Gespeicherte Ansichten</h2>");
});
