import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract as groups } from "#modules/groups/contract.ts";
import { tenantsContract as tenants } from "#modules/tenants/contract.ts";
import { type User, type UserUpdate, usersContract as users } from "#modules/users/contract.ts";
import type { TenantRow } from "#platform/server/principal.ts";
import { type Change, changelogContract } from "../contract.ts";

const STRANGER = "019a0000-0000-7000-8000-000000000000";

let app: TestApp;
let alpha: TenantRow;
let admin: TestUser;
let office: TestUser;
let auditor: TestUser;

beforeAll(async () => {
  app = await testApp();
  alpha = await app.tenant("alpha");
  admin = await app.user(alpha, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  office = await app.user(alpha, { firstname: "Otto", lastname: "Büro", permissions: ["QUERY_USER", "MANAGE_USER", "QUERY_GROUP", "MANAGE_GROUP", "QUERY_USER_CHANGELOG"] });
  auditor = await app.user(alpha, { firstname: "Rita", lastname: "Revision", permissions: ["QUERY_USER_CHANGELOG"] });
});
afterAll(() => app?.close());

const search = async (query: object, as = office) => (await app.call(changelogContract.searchChanges, { query }, as)).body;
const newest = async (query: object, as = office): Promise<Change> => {
  const [first] = (await search(query, as)).content;
  if (first === undefined) throw new Error("the history has no such entry");
  return first;
};
const revert = (change: Change, fields?: string[], as = office) => app.call(changelogContract.revertChange, { params: { id: change.id }, ...(fields && { body: { fields } }) }, as);
const readUser = async (id: string, as = admin): Promise<User> => (await app.call(users.getUser, { params: { id } }, as)).body;

async function createUser(more: object = {}): Promise<User> {
  const { status, body } = await app.call(users.createUser, { body: { firstname: "Erika", lastname: "Mustermann", ...more } }, office);
  expect(status).toBe(201);
  return body;
}

async function change(id: string, values: Partial<UserUpdate>, as = office): Promise<User> {
  const now = await readUser(id);
  const form = Object.fromEntries(Object.entries(now).filter(([field]) => WRITABLE.has(field)));
  const { status, body } = await app.call(users.updateUser, { params: { id }, body: { ...form, status: now.enteredStatus, ...values } as never }, as);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}
const WRITABLE = new Set(
  "memberNumber salutation title firstname lastname email phone mobile street addressAddition postalCode city country birthday gender joinedOn terminatedOn leftOn deceasedOn accountHolder iban bic mandateReference notes customFields version".split(" "),
);

describe("the history", () => {
  test("one save is one entry: who, when, by which way, old and new values with German names", async () => {
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
        { field: "birthday", label: "Geburtstag", oldValue: null, newValue: "1990-02-28", masked: false },
        { field: "lastname", label: "Nachname", oldValue: "Mustermann", newValue: "Müller", masked: false },
        { field: "city", label: "Ort", oldValue: null, newValue: "Köln", masked: false },
      ],
    });
    expect(Math.abs(Date.parse(entries[0]?.at ?? "") - Date.now())).toBeLessThan(30_000);
  });

  test("saving without a difference writes nothing", async () => {
    const user = await createUser();
    await change(user.id, {});
    expect((await search({ user: user.id })).totalElements).toBe(1);
  });

  test("changes of one's own profile, of permissions and of memberships are there with their way", async () => {
    const who = await app.user(alpha, { lastname: "Selbst" });
    const me = (await app.call(users.getMe, {}, who)).body;
    await app.call(users.updateMe, { body: { city: "Trier", version: me.version } }, who);
    expect(await newest({ user: who.id, way: "PROFILE" })).toMatchObject({ actor: { id: who.id }, changes: [{ field: "city", newValue: "Trier" }] });
    await app.call(users.setUserPermissions, { params: { id: who.id }, body: { permissions: ["QUERY_USER"], isAdmin: false, version: me.version + 1 } }, office);
    expect(await newest({ user: who.id, field: "permissions" })).toMatchObject({ changes: [{ label: "Rechte", oldValue: [], newValue: ["QUERY_USER"] }] });
    const group = (await app.call(groups.createGroup, { body: { name: "Vereinsjugend", permissions: ["QUERY_GROUP"] } }, office)).body;
    await app.call(groups.putGroupMember, { params: { id: group.id, userId: who.id }, body: { function: "Kassenwart", leader: true } }, office);
    expect(await newest({ user: who.id, recordType: "MEMBERSHIP" })).toMatchObject({ record: { name: "Erika Selbst in Vereinsjugend" }, user: { id: who.id, name: "Erika Selbst" }, operation: "CREATE" });
    expect(await newest({ record: group.id })).toMatchObject({ record: { type: "GROUP", name: "Vereinsjugend" }, user: null });
  });

  test("a deleted group's memberships are named, and the name stays", async () => {
    const who = await createUser({ lastname: "Bleibt" });
    const group = (await app.call(groups.createGroup, { body: { name: "Vergänglich" } }, office)).body;
    await app.call(groups.putGroupMember, { params: { id: group.id, userId: who.id }, body: {} }, office);
    await app.call(groups.deleteGroup, { params: { id: group.id } }, office);
    expect(await newest({ record: group.id })).toMatchObject({ operation: "DELETE", record: { name: "Vergänglich" } });
    expect(await newest({ user: who.id })).toMatchObject({ operation: "DELETE", record: { name: "Erika Bleibt in Vergänglich" }, can: [] });
  });

  test("notes and bank data are masked for readers without MANAGE_USER, and nothing of theirs can be reverted", async () => {
    const user = await createUser({ notes: "Streng geheim", iban: "DE89370400440532013000", city: "Bonn" });
    const { changes, can } = await newest({ user: user.id }, auditor);
    const shown = Object.fromEntries(changes.map(({ field, newValue, masked }) => [field, [newValue, masked]]));
    expect(shown).toMatchObject({ notes: [null, true], iban: [null, true], city: ["Bonn", false] });
    expect(can).toEqual([]);
    const raw = await app.call(changelogContract.searchChanges, { query: { user: user.id } }, auditor);
    expect(raw.bytes.toString()).not.toMatch(/geheim|DE89/);
    expect((await revert(await newest({ user: user.id }), undefined, auditor)).status).toBe(403);
    const plain = await app.user(alpha);
    expect((await app.call(changelogContract.searchChanges, {}, plain)).status).toBe(403);
  });

  test("filters by period, actor, field and way, pages and counts", async () => {
    const user = await createUser();
    for (const city of ["A", "B", "C", "D"]) await change(user.id, { city });
    await change(user.id, { street: "Weg 1" }, admin);
    const all = await search({ user: user.id });
    expect(all.totalElements).toBe(6);
    const pages = await Promise.all([0, 1, 2].map((page) => search({ user: user.id, page, size: 2 })));
    expect(pages.flatMap(({ content }) => content)).toEqual(all.content);
    expect((await search({ user: user.id, dir: "ASC" })).content).toEqual(all.content.toReversed());
    expect((await search({ user: user.id, actor: admin.id })).totalElements).toBe(1);
    expect((await search({ user: user.id, field: "city" })).totalElements).toBe(4);
    expect((await search({ user: user.id, way: "IMPORT,REVERT" })).totalElements).toBe(0);
    expect((await search({ user: user.id, way: "UI,IMPORT" })).totalElements).toBe(6);
    const today = Temporal.Now.plainDateISO("Europe/Berlin");
    expect((await search({ user: user.id, from: today.toString(), to: today.toString() })).totalElements).toBe(6);
    expect((await search({ user: user.id, from: today.add({ days: 1 }).toString() })).totalElements).toBe(0);
    expect((await search({ user: user.id, to: today.subtract({ days: 1 }).toString() })).totalElements).toBe(0);
    const middle = all.content[2]?.at ?? "";
    expect((await search({ user: user.id, from: middle, to: middle })).content.map(({ at }) => at)).toEqual([middle]);
    expect((await app.call(changelogContract.searchChanges, { query: { way: "NOPE" } as never }, office)).status).toBe(400);
    expect((await app.call(changelogContract.searchChanges, { query: { tenantId: STRANGER } as never }, office)).status).toBe(400);
  });

  test("fields are named, own ones too", async () => {
    await app.call(tenants.createCustomField, { body: { key: "trikot", label: "Trikotgröße", kind: "TEXT", options: [], required: false, selfService: false, position: 1 } }, admin);
    const user = await createUser({ customFields: { trikot: "XL" } });
    expect((await newest({ user: user.id, field: "cf.trikot" })).changes).toContainEqual({ field: "cf.trikot", label: "Trikotgröße", oldValue: null, newValue: "XL", masked: false });
    expect((await app.call(changelogContract.listChangeFields, {}, office)).body).toEqual(
      expect.arrayContaining([
        { field: "cf.trikot", label: "Trikotgröße", recordType: "USER" },
        { field: "leader", label: "Leitung", recordType: "MEMBERSHIP" },
      ]),
    );
  });

  test("another club's history is as absent as none", async () => {
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

describe("taking back", () => {
  test("one field, then the rest of the entry", async () => {
    const user = await createUser({ city: "Bonn", street: "Alte Straße 1" });
    await change(user.id, { city: "Köln", street: "Neue Straße 2" });
    const entry = await newest({ user: user.id });
    const first = await revert(entry, ["city"]);
    expect(first.body).toMatchObject({ reverted: ["city"], conflicts: [], change: { way: "REVERT", actor: { id: office.id }, changes: [{ field: "city", oldValue: "Köln", newValue: "Bonn" }] } });
    expect(await readUser(user.id)).toMatchObject({ city: "Bonn", street: "Neue Straße 2", version: 3 });
    const second = await revert(entry);
    expect(second.body).toMatchObject({ reverted: ["street"], conflicts: [{ field: "city", label: "Ort", expectedValue: "Köln", currentValue: "Bonn" }] });
    expect(await readUser(user.id)).toMatchObject({ city: "Bonn", street: "Alte Straße 1" });
  });

  test("later edits are shown, not trampled", async () => {
    const user = await createUser({ city: "Bonn" });
    await change(user.id, { city: "Köln" });
    const entry = await newest({ user: user.id });
    await change(user.id, { city: "Trier" });
    const answer = await revert(entry);
    expect(answer).toMatchObject({ status: 200, body: { change: null, reverted: [], conflicts: [{ field: "city", expectedValue: "Köln", currentValue: "Trier" }] } });
    expect(await readUser(user.id)).toMatchObject({ city: "Trier", version: 3 });
  });

  test("a reverted name is found by search again", async () => {
    const user = await createUser({ lastname: "Zurückname" });
    await change(user.id, { lastname: "Anders" });
    await revert(await newest({ user: user.id }));
    const found = await app.call(users.searchUsers, { query: { q: "zurueckname" } }, office);
    expect(found.body.content.map(({ id }) => id)).toEqual([user.id]);
  });

  test("a new member goes to the trash, and comes back when that is taken back", async () => {
    const user = await createUser();
    expect((await revert(await newest({ user: user.id }))).status).toBe(200);
    expect((await app.call(users.getUser, { params: { id: user.id } }, office)).status).toBe(404);
    const trashed = await newest({ user: user.id, way: "REVERT" });
    expect(trashed.changes).toMatchObject([{ field: "inTrash", newValue: true }]);
    expect((await revert(trashed)).body).toMatchObject({ reverted: ["inTrash"] });
    expect((await readUser(user.id)).lastname).toBe("Mustermann");
  });

  test("a new member who was edited since stays", async () => {
    const user = await createUser();
    const created = await newest({ user: user.id });
    await change(user.id, { city: "Trier" });
    expect((await revert(created)).body).toMatchObject({ change: null, reverted: [], conflicts: [{ field: "city", expectedValue: null, currentValue: "Trier" }] });
    expect((await readUser(user.id)).city).toBe("Trier");
  });

  test("memberships: changes, endings, creation and deletion", async () => {
    const user = await createUser();
    const group = (await app.call(groups.createGroup, { body: { name: "Reversi" } }, office)).body;
    const put = (body: object) => app.call(groups.putGroupMember, { params: { id: group.id, userId: user.id }, body }, office);
    const list = async () => (await app.call(groups.listUserMemberships, { params: { id: user.id } }, office)).body;
    const { body: made } = await put({ from: "2020-01-01", function: "Kasse" });
    await put({ from: "2020-01-01", function: "Vorsitz", leader: true });
    await revert(await newest({ user: user.id, recordType: "MEMBERSHIP" }));
    expect(await list()).toMatchObject([{ id: made.id, function: "Kasse", leader: false, from: "2020-01-01" }]);
    await app.call(groups.deleteGroupMember, { params: { id: group.id, userId: user.id }, query: { membershipId: made.id } }, office);
    expect(await list()).toEqual([]);
    expect((await revert(await newest({ user: user.id, recordType: "MEMBERSHIP" }))).status).toBe(200);
    expect(await list()).toMatchObject([{ id: made.id, function: "Kasse", from: "2020-01-01" }]);
    expect((await revert(await newest({ user: user.id, recordType: "MEMBERSHIP" }))).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test("groups: values, the parent shown by its name, creation only while unused", async () => {
    const top = (await app.call(groups.createGroup, { body: { name: "Oben" } }, office)).body;
    const group = (await app.call(groups.createGroup, { body: { name: "Unten", description: "alt" } }, office)).body;
    const created = await newest({ record: group.id });
    await app.call(groups.updateGroup, { params: { id: group.id }, body: { name: "Unten", description: "neu", parentId: top.id, version: 1 } }, office);
    const moved = await newest({ record: group.id });
    expect(moved.changes).toContainEqual({ field: "parentId", label: "Übergeordnete Gruppe", oldValue: null, newValue: "Oben", masked: false });
    expect((await revert(created)).body).toMatchObject({ reverted: [] });
    expect((await revert(moved)).body.reverted.toSorted()).toEqual(["description", "parentId"]);
    expect((await app.call(groups.getGroup, { params: { id: group.id } }, office)).body).toMatchObject({ parent: null, description: "alt" });
    const user = await createUser();
    await app.call(groups.putGroupMember, { params: { id: group.id, userId: user.id }, body: {} }, office);
    expect(await revert(created)).toMatchObject({ status: 409, body: { code: "GROUP_IN_USE" } });
    await app.call(groups.deleteGroup, { params: { id: group.id } }, office);
    const restored = await revert(await newest({ record: group.id }));
    expect(restored.body.change).toMatchObject({ operation: "CREATE", record: { id: group.id } });
  });

  test("never beyond one's own rights", async () => {
    const chief = await app.user(alpha, { lastname: "Chefin", permissions: ["MANAGE_TENANT"] });
    const set = async (body: object) => app.call(users.setUserPermissions, { params: { id: chief.id }, body: { isAdmin: false, permissions: [], version: (await readUser(chief.id)).version, ...body } }, admin);
    await set({ permissions: [] });
    const taken = await newest({ user: chief.id, field: "permissions" });
    expect(await revert(taken)).toMatchObject({ status: 403, body: { code: "BEYOND_OWN_RIGHTS" } });
    await set({ isAdmin: true });
    await set({ isAdmin: false });
    const demoted = await newest({ user: chief.id, field: "isAdmin" });
    expect(await revert(demoted)).toMatchObject({ status: 403 });
    expect(await readUser(chief.id)).toMatchObject({ isAdmin: false, permissions: [] });
    expect((await revert(demoted, undefined, admin)).body.reverted).toEqual(["isAdmin"]);
    const strong = (await app.call(groups.createGroup, { body: { name: "Starke", permissions: ["MANAGE_TENANT"] } }, admin)).body;
    await app.call(groups.putGroupMember, { params: { id: strong.id, userId: office.id }, body: {} }, admin);
    const added = await newest({ user: office.id, recordType: "MEMBERSHIP" }, admin);
    await app.call(groups.deleteGroupMember, { params: { id: strong.id, userId: office.id }, query: { membershipId: added.record.id } }, admin);
    const removed = await newest({ user: office.id, recordType: "MEMBERSHIP" });
    expect(await revert(removed)).toMatchObject({ status: 403, body: { code: "BEYOND_OWN_RIGHTS" } });
  });

  test("the last administrator stays one", async () => {
    const gamma = await app.tenant("gamma");
    const first = await app.user(gamma, { isAdmin: true });
    const second = await app.user(gamma, { lastname: "Zweite", permissions: ["QUERY_USER_CHANGELOG", "MANAGE_USER", "QUERY_USER"] });
    const made = (await app.call(changelogContract.searchChanges, { query: { user: first.id } }, first)).body.content[0];
    expect(made?.changes).toContainEqual(expect.objectContaining({ field: "isAdmin", newValue: true }));
    const answer = await app.call(changelogContract.revertChange, { params: { id: made?.id ?? "" } }, first);
    expect(answer).toMatchObject({ status: 409, body: { code: "LAST_ADMIN" } });
    expect((await app.call(changelogContract.revertChange, { params: { id: made?.id ?? "" } }, second)).status).toBe(403);
    expect((await app.call(users.getMe, {}, first)).body.isAdmin).toBe(true);
  });

  test("says what can't be taken back, and which fields an entry has", async () => {
    const user = await createUser();
    await change(user.id, { city: "Ulm" });
    const entry = await newest({ user: user.id });
    expect(await revert(entry, ["street"])).toMatchObject({ status: 400, body: { errors: [{ path: "fields.0" }] } });
    expect(await revert(entry, ["__proto__"])).toMatchObject({ status: 400 });
    expect(await revert(await newest({ user: user.id, dir: "ASC" }), ["lastname"])).toMatchObject({ status: 422, body: { code: "WHOLE_ENTRY_ONLY" } });
    expect((await app.call(changelogContract.revertChange, { params: { id: entry.id }, body: { fields: ["city"], force: true } as never }, office)).status).toBe(400);
  });

  test("two at once take back once", async () => {
    const user = await createUser({ city: "Bonn" });
    await change(user.id, { city: "Köln" });
    const entry = await newest({ user: user.id });
    const answers = await Promise.all([revert(entry), revert(entry), revert(entry)]);
    expect(answers.filter(({ status, body }) => status === 200 && body.change !== null)).toHaveLength(1);
    expect(await readUser(user.id)).toMatchObject({ city: "Bonn", version: 3 });
  });
});
