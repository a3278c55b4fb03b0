import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract as groups } from "#modules/members/groups-contract.ts";
import { tenantsContract as tenants } from "#modules/tenants/contract.ts";
import { usersContract as users } from "#modules/members/contract.ts";
import { changelogContract } from "../contract.ts";
import { clubWithHistory, STRANGER } from "./testing.ts";

let club: Awaited<ReturnType<typeof clubWithHistory>>;

beforeAll(async () => {
  club = await clubWithHistory();
});
afterAll(() => club?.app.close());

describe("the history", () => {
  test("one save is one entry: who, when, by which way, old and new values with German names", async () => {
    const { office, search, createUser, change } = club;
    const user = await createUser();
    await change(user.id, { city: "Köln", lastname: "Müller", birthday: "1990-02-28" });
    const entries = (await search({ user: user.id })).content;
    expect(entries.map(({ operation }) => operation)).toEqual(["UPDATE", "CREATE"]);
    expect(entries[0]).toMatchObject({
      actor: { id: office.id, name: "Otto Büro", kind: "USER" },
      way: "UI",
      record: { type: "USER", id: user.id, name: "Erika Müller" },
      user: { id: user.id, name: "Erika Müller" },
      can: ["REVERT"],
      changes: [
        {
          field: "birthday",
          label: "Geburtstag",
          oldValue: null,
          newValue: "1990-02-28",
          masked: false,
        },
        {
          field: "lastname",
          label: "Nachname",
          oldValue: "Mustermann",
          newValue: "Müller",
          masked: false,
        },
        { field: "city", label: "Ort", oldValue: null, newValue: "Köln", masked: false },
      ],
    });
    expect(Math.abs(Date.parse(entries[0]?.at ?? "") - Date.now())).toBeLessThan(30_000);
  });

  test("saving without a difference writes nothing", async () => {
    const { search, createUser, change } = club;
    const user = await createUser();
    await change(user.id, {});
    expect((await search({ user: user.id })).totalElements).toBe(1);
  });

  test("changes of one's own profile, of permissions and of memberships are there with their way", async () => {
    const { app, alpha, office, newest } = club;
    const who = await app.user(alpha, { lastname: "Selbst" });
    const me = (await app.call(users.getMe, {}, who)).body;
    await app.call(users.updateMe, { body: { city: "Trier", version: me.version } }, who);
    expect(await newest({ user: who.id, way: "PROFILE" })).toMatchObject({
      actor: { id: who.id },
      changes: [{ field: "city", newValue: "Trier" }],
    });
    await app.call(
      users.setUserPermissions,
      {
        params: { id: who.id },
        body: { permissions: ["QUERY_USER"], isAdmin: false, version: me.version + 1 },
      },
      office,
    );
    expect(await newest({ user: who.id, field: "permissions" })).toMatchObject({
      changes: [{ label: "Rechte", oldValue: [], newValue: ["QUERY_USER"] }],
    });
    const group = (
      await app.call(
        groups.createGroup,
        { body: { name: "Vereinsjugend", permissions: ["QUERY_GROUP"] } },
        office,
      )
    ).body;
    await app.call(
      groups.putGroupMember,
      { params: { id: group.id, userId: who.id }, body: { function: "Kassenwart", leader: true } },
      office,
    );
    expect(await newest({ user: who.id, recordType: "MEMBERSHIP" })).toMatchObject({
      record: { name: "Erika Selbst in Vereinsjugend" },
      user: { id: who.id, name: "Erika Selbst" },
      operation: "CREATE",
    });
    expect(await newest({ record: group.id })).toMatchObject({
      record: { type: "GROUP", name: "Vereinsjugend" },
      user: null,
    });
  });

  test("a deleted group's memberships are named, and the name stays", async () => {
    const { app, office, newest, createUser } = club;
    const who = await createUser({ lastname: "Bleibt" });
    const group = (await app.call(groups.createGroup, { body: { name: "Vergänglich" } }, office))
      .body;
    await app.call(
      groups.putGroupMember,
      { params: { id: group.id, userId: who.id }, body: {} },
      office,
    );
    await app.call(groups.deleteGroup, { params: { id: group.id } }, office);
    expect(await newest({ record: group.id })).toMatchObject({
      operation: "DELETE",
      record: { name: "Vergänglich" },
    });
    expect(await newest({ user: who.id })).toMatchObject({
      operation: "DELETE",
      record: { name: "Erika Bleibt in Vergänglich" },
      can: [],
    });
  });

  test("notes and bank data are masked for readers without MANAGE_USER, and nothing of theirs can be reverted", async () => {
    const { app, alpha, auditor, newest, revert, createUser } = club;
    const user = await createUser({
      notes: "Streng geheim",
      iban: "DE89370400440532013000",
      city: "Bonn",
    });
    const { changes, can } = await newest({ user: user.id }, auditor);
    const shown = Object.fromEntries(
      changes.map(({ field, newValue, masked }) => [field, [newValue, masked]]),
    );
    expect(shown).toMatchObject({ notes: [null, true], iban: [null, true], city: ["Bonn", false] });
    expect(can).toEqual([]);
    const raw = await app.call(
      changelogContract.searchChanges,
      { query: { user: user.id } },
      auditor,
    );
    expect(raw.bytes.toString()).not.toMatch(/geheim|DE89/);
    expect((await revert(await newest({ user: user.id }), undefined, auditor)).status).toBe(403);
    const plain = await app.user(alpha);
    expect((await app.call(changelogContract.searchChanges, {}, plain)).status).toBe(403);
  });

  test("filters by period, actor, field and way, pages and counts", async () => {
    const { app, admin, office, search, createUser, change } = club;
    const user = await createUser();
    for (const city of ["A", "B", "C", "D"]) await change(user.id, { city });
    await change(user.id, { street: "Weg 1" }, admin);
    const all = await search({ user: user.id });
    expect(all.totalElements).toBe(6);
    const pages = await Promise.all(
      [0, 1, 2].map((page) => search({ user: user.id, page, size: 2 })),
    );
    expect(pages.flatMap(({ content }) => content)).toEqual(all.content);
    expect((await search({ user: user.id, dir: "ASC" })).content).toEqual(all.content.toReversed());
    expect((await search({ user: user.id, actor: admin.id })).totalElements).toBe(1);
    expect((await search({ user: user.id, field: "city" })).totalElements).toBe(4);
    expect((await search({ user: user.id, way: "IMPORT,REVERT" })).totalElements).toBe(0);
    expect((await search({ user: user.id, way: "UI,IMPORT" })).totalElements).toBe(6);
    const today = Temporal.Now.plainDateISO("Europe/Berlin");
    expect(
      (await search({ user: user.id, from: today.toString(), to: today.toString() })).totalElements,
    ).toBe(6);
    expect(
      (await search({ user: user.id, from: today.add({ days: 1 }).toString() })).totalElements,
    ).toBe(0);
    expect(
      (await search({ user: user.id, to: today.subtract({ days: 1 }).toString() })).totalElements,
    ).toBe(0);
    const middle = all.content[2]?.at ?? "";
    expect(
      (await search({ user: user.id, from: middle, to: middle })).content.map(({ at }) => at),
    ).toEqual([middle]);
    expect(
      (await app.call(changelogContract.searchChanges, { query: { way: "NOPE" } as never }, office))
        .status,
    ).toBe(400);
    expect(
      (
        await app.call(
          changelogContract.searchChanges,
          { query: { tenantId: STRANGER } as never },
          office,
        )
      ).status,
    ).toBe(400);
  });

  test("fields are named, own ones too", async () => {
    const { app, admin, office, newest, createUser } = club;
    await app.call(
      tenants.createCustomField,
      {
        body: {
          key: "trikot",
          label: "Trikotgröße",
          kind: "TEXT",
          options: [],
          required: false,
          selfService: false,
          position: 1,
        },
      },
      admin,
    );
    const user = await createUser({ customFields: { trikot: "XL" } });
    expect((await newest({ user: user.id, field: "cf.trikot" })).changes).toContainEqual({
      field: "cf.trikot",
      label: "Trikotgröße",
      oldValue: null,
      newValue: "XL",
      masked: false,
    });
    expect((await app.call(changelogContract.listChangeFields, {}, office)).body).toEqual(
      expect.arrayContaining([
        { field: "cf.trikot", label: "Trikotgröße", recordType: "USER" },
        { field: "leader", label: "Leitung", recordType: "MEMBERSHIP" },
      ]),
    );
  });

  test("another club's history is as absent as none", async () => {
    const { app, search, newest, revert, readUser, createUser } = club;
    const user = await createUser();
    const beta = await app.tenant("beta");
    const foreign = await app.user(beta, { isAdmin: true });
    const entry = await newest({ user: user.id });
    expect((await search({ user: user.id }, foreign)).totalElements).toBe(0);
    expect((await revert(entry, undefined, foreign)).status).toBe(404);
    expect((await revert({ ...entry, id: STRANGER })).status).toBe(404);
    expect((await readUser(user.id)).version).toBe(1);
  });
});

describe("a person who is anonymised", () => {
  test("is forgotten by name and values: what happened when stays", async () => {
    const { app, office, createUser, change, search } = club;
    const user = await createUser({
      lastname: "Vergissmeinnicht",
      city: "Geheimstadt",
      email: "spur@example.org",
    });
    await change(user.id, { city: "Andersdorf", notes: "persönliche Notiz" });
    const group = (await app.call(groups.createGroup, { body: { name: "Letzte Gruppe" } }, office))
      .body;
    await app.call(
      groups.putGroupMember,
      { params: { id: group.id, userId: user.id }, body: { function: "Geheimrat" } },
      office,
    );
    const before = (await search({ user: user.id })).totalElements;
    await app.call(users.deleteUser, { params: { id: user.id } }, office);
    expect((await app.call(users.anonymiseUser, { params: { id: user.id } }, office)).status).toBe(
      204,
    );

    const answer = await app.call(
      changelogContract.searchChanges,
      { query: { user: user.id } },
      office,
    );
    expect(answer.bytes.toString()).not.toMatch(
      /Vergissmeinnicht|Geheim|Andersdorf|persönliche|spur@/,
    );
    expect(answer.body.totalElements).toBeGreaterThan(before);
    expect(answer.body.content.flatMap(({ can }) => can)).toEqual([]);
    expect(answer.body.content.at(-1)).toMatchObject({
      operation: "CREATE",
      record: { name: "Anonymisiertes Mitglied" },
    });
    const everything = await app.call(
      changelogContract.searchChanges,
      { query: { size: 200 } },
      office,
    );
    expect(everything.bytes.toString()).not.toMatch(/Vergissmeinnicht|Andersdorf/);
  });
});
