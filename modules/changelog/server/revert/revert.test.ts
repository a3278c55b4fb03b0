import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract as groups } from "#modules/members/groups-contract.ts";
import { usersContract as users } from "#modules/members/contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { changelogContract } from "../../contract.ts";
import { clubWithHistory } from "../testing.ts";

let club: Awaited<ReturnType<typeof clubWithHistory>>;

beforeAll(async () => {
  club = await clubWithHistory();
});
afterAll(() => club?.app.close());

describe("taking back", () => {
  test("one field, then the rest of the entry", async () => {
    const { office, newest, revert, readUser, createUser, change } = club;
    const user = await createUser({ city: "Bonn", street: "Alte Straße 1" });
    await change(user.id, { city: "Köln", street: "Neue Straße 2" });
    const entry = await newest({ user: user.id });
    const first = await revert(entry, ["city"]);
    expect(first.body).toMatchObject({
      reverted: ["city"],
      conflicts: [],
      change: {
        way: "REVERT",
        actor: { id: office.id },
        changes: [{ field: "city", oldValue: "Köln", newValue: "Bonn" }],
      },
    });
    expect(await readUser(user.id)).toMatchObject({
      city: "Bonn",
      street: "Neue Straße 2",
      version: 3,
    });
    const second = await revert(entry);
    expect(second.body).toMatchObject({
      reverted: ["street"],
      conflicts: [{ field: "city", label: "Ort", expectedValue: "Köln", currentValue: "Bonn" }],
    });
    expect(await readUser(user.id)).toMatchObject({ city: "Bonn", street: "Alte Straße 1" });
  });

  test("later edits are shown, not trampled", async () => {
    const { newest, revert, readUser, createUser, change } = club;
    const user = await createUser({ city: "Bonn" });
    await change(user.id, { city: "Köln" });
    const entry = await newest({ user: user.id });
    await change(user.id, { city: "Trier" });
    const answer = await revert(entry);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        change: null,
        reverted: [],
        conflicts: [{ field: "city", expectedValue: "Köln", currentValue: "Trier" }],
      },
    });
    expect(await readUser(user.id)).toMatchObject({ city: "Trier", version: 3 });
  });

  test("a reverted name is found by search again", async () => {
    const { app, office, newest, revert, createUser, change } = club;
    const user = await createUser({ lastname: "Zurückname" });
    await change(user.id, { lastname: "Anders" });
    await revert(await newest({ user: user.id }));
    const found = await app.call(users.searchUsers, { query: { q: "zurueckname" } }, office);
    expect(found.body.content.map(({ id }) => id)).toEqual([user.id]);
  });

  test("a new member goes to the trash, and comes back when that is taken back", async () => {
    const { app, office, newest, revert, readUser, createUser } = club;
    const user = await createUser();
    expect((await revert(await newest({ user: user.id }))).status).toBe(200);
    expect((await app.call(users.getUser, { params: { id: user.id } }, office)).status).toBe(404);
    const trashed = await newest({ user: user.id, way: "REVERT" });
    expect(trashed.changes).toMatchObject([{ field: "inTrash", newValue: true }]);
    expect((await revert(trashed)).body).toMatchObject({ reverted: ["inTrash"] });
    expect((await readUser(user.id)).lastname).toBe("Mustermann");
  });

  test("a new member who was edited since stays", async () => {
    const { newest, revert, readUser, createUser, change } = club;
    const user = await createUser();
    const created = await newest({ user: user.id });
    await change(user.id, { city: "Trier" });
    expect((await revert(created)).body).toMatchObject({
      change: null,
      reverted: [],
      conflicts: [{ field: "city", expectedValue: null, currentValue: "Trier" }],
    });
    expect((await readUser(user.id)).city).toBe("Trier");
  });

  test("memberships: changes, endings, creation and deletion", async () => {
    const { app, office, newest, revert, createUser } = club;
    const user = await createUser();
    const group = (await app.call(groups.createGroup, { body: { name: "Reversi" } }, office)).body;
    const put = (body: object) =>
      app.call(groups.putGroupMember, { params: { id: group.id, userId: user.id }, body }, office);
    const list = async () =>
      (await app.call(groups.listUserMemberships, { params: { id: user.id } }, office)).body;
    const { body: made } = await put({ from: "2020-01-01", function: "Kasse" });
    await put({ from: "2020-01-01", function: "Vorsitz", leader: true });
    await revert(await newest({ user: user.id, recordType: "MEMBERSHIP" }));
    expect(await list()).toMatchObject([
      { id: made.id, function: "Kasse", leader: false, from: "2020-01-01" },
    ]);
    await app.call(
      groups.deleteGroupMember,
      { params: { id: group.id, userId: user.id }, query: { membershipId: made.id } },
      office,
    );
    expect(await list()).toEqual([]);
    expect((await revert(await newest({ user: user.id, recordType: "MEMBERSHIP" }))).status).toBe(
      200,
    );
    expect(await list()).toMatchObject([{ id: made.id, function: "Kasse", from: "2020-01-01" }]);
    expect((await revert(await newest({ user: user.id, recordType: "MEMBERSHIP" }))).status).toBe(
      200,
    );
    expect(await list()).toEqual([]);
  });

  test("groups: values, the parent shown by its name, creation only while unused", async () => {
    const { app, office, newest, revert, createUser } = club;
    const top = (await app.call(groups.createGroup, { body: { name: "Oben" } }, office)).body;
    const group = (
      await app.call(groups.createGroup, { body: { name: "Unten", description: "alt" } }, office)
    ).body;
    const created = await newest({ record: group.id });
    await app.call(
      groups.updateGroup,
      {
        params: { id: group.id },
        body: { name: "Unten", description: "neu", parentId: top.id, version: 1 },
      },
      office,
    );
    const moved = await newest({ record: group.id });
    expect(moved.changes).toContainEqual({
      field: "parentId",
      label: "Übergeordnete Gruppe",
      oldValue: null,
      newValue: "Oben",
      masked: false,
    });
    expect((await revert(created)).body).toMatchObject({ reverted: [] });
    expect((await revert(moved)).body.reverted.toSorted()).toEqual(["description", "parentId"]);
    expect(
      (await app.call(groups.getGroup, { params: { id: group.id } }, office)).body,
    ).toMatchObject({ parent: null, description: "alt" });
    const user = await createUser();
    await app.call(
      groups.putGroupMember,
      { params: { id: group.id, userId: user.id }, body: {} },
      office,
    );
    expect(await revert(created)).toMatchObject({ status: 409, body: { code: "GROUP_IN_USE" } });
    await app.call(groups.deleteGroup, { params: { id: group.id } }, office);
    const restored = await revert(await newest({ record: group.id }));
    expect(restored.body.change).toMatchObject({ operation: "CREATE", record: { id: group.id } });
  });

  test("a value of former rules is refused as such, also of a group", async () => {
    const { app, office, newest, revert } = club;
    const { body: group } = await app.call(groups.createGroup, { body: { name: "Alt" } }, office);
    const body = { name: "Neu", version: group.version };
    await app.call(groups.updateGroup, { params: { id: group.id }, body }, office);
    const entry = await newest({ record: group.id });
    await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [office.tenant.id]);
      const nameless = `jsonb_set(fields, '{name,old}', '" "')`;
      await client.query(`UPDATE change SET fields = ${nameless} WHERE id = $1`, [entry.id]);
    });
    expect(await revert(entry)).toMatchObject({
      status: 422,
      body: {
        code: "OLD_VALUE_REFUSED",
        detail: "Der alte Wert wird heute nicht mehr angenommen.",
      },
    });
  });

  test("never beyond one's own rights", async () => {
    const { app, alpha, admin, office, newest, revert, readUser } = club;
    const chief = await app.user(alpha, { lastname: "Chefin", permissions: ["MANAGE_TENANT"] });
    const set = async (body: object) =>
      app.call(
        users.setUserPermissions,
        {
          params: { id: chief.id },
          body: {
            isAdmin: false,
            permissions: [],
            version: (await readUser(chief.id)).version,
            ...body,
          },
        },
        admin,
      );
    await set({ permissions: [] });
    const taken = await newest({ user: chief.id, field: "permissions" });
    expect(await revert(taken)).toMatchObject({ status: 403, body: { code: "BEYOND_OWN_RIGHTS" } });
    await set({ isAdmin: true });
    await set({ isAdmin: false });
    const demoted = await newest({ user: chief.id, field: "isAdmin" });
    expect(await revert(demoted)).toMatchObject({ status: 403 });
    expect(await readUser(chief.id)).toMatchObject({ isAdmin: false, permissions: [] });
    expect((await revert(demoted, undefined, admin)).body.reverted).toEqual(["isAdmin"]);
    const strong = (
      await app.call(
        groups.createGroup,
        { body: { name: "Starke", permissions: ["MANAGE_TENANT"] } },
        admin,
      )
    ).body;
    await app.call(
      groups.putGroupMember,
      { params: { id: strong.id, userId: office.id }, body: {} },
      admin,
    );
    const added = await newest({ user: office.id, recordType: "MEMBERSHIP" }, admin);
    await app.call(
      groups.deleteGroupMember,
      { params: { id: strong.id, userId: office.id }, query: { membershipId: added.record.id } },
      admin,
    );
    const removed = await newest({ user: office.id, recordType: "MEMBERSHIP" });
    expect(await revert(removed)).toMatchObject({
      status: 403,
      body: { code: "BEYOND_OWN_RIGHTS" },
    });
  });

  test("the last administrator stays one", async () => {
    const { app } = club;
    const gamma = await app.tenant("gamma");
    const first = await app.user(gamma, { isAdmin: true });
    const second = await app.user(gamma, {
      lastname: "Zweite",
      permissions: ["QUERY_USER_CHANGELOG", "MANAGE_USER", "QUERY_USER"],
    });
    const made = (
      await app.call(changelogContract.searchChanges, { query: { user: first.id } }, first)
    ).body.content[0];
    expect(made?.changes).toContainEqual(
      expect.objectContaining({ field: "isAdmin", newValue: true }),
    );
    const answer = await app.call(
      changelogContract.revertChange,
      { params: { id: made?.id ?? "" } },
      first,
    );
    expect(answer).toMatchObject({ status: 409, body: { code: "LAST_ADMIN" } });
    expect(
      (await app.call(changelogContract.revertChange, { params: { id: made?.id ?? "" } }, second))
        .status,
    ).toBe(403);
    expect((await app.call(users.getMe, {}, first)).body.isAdmin).toBe(true);
  });

  test("says what can't be taken back, and which fields an entry has", async () => {
    const { app, office, newest, revert, createUser, change } = club;
    const user = await createUser();
    await change(user.id, { city: "Ulm" });
    const entry = await newest({ user: user.id });
    expect(await revert(entry, ["street"])).toMatchObject({
      status: 422,
      body: { errors: [{ path: "fields.0" }] },
    });
    expect(await revert(entry, ["__proto__"])).toMatchObject({ status: 422 });
    expect(await revert(await newest({ user: user.id, dir: "ASC" }), ["lastname"])).toMatchObject({
      status: 422,
      body: { code: "WHOLE_ENTRY_ONLY" },
    });
    expect(
      (
        await app.call(
          changelogContract.revertChange,
          { params: { id: entry.id }, body: { fields: ["city"], force: true } as never },
          office,
        )
      ).status,
    ).toBe(400);
  });

  test("several at once take back once, every time", async () => {
    const { newest, revert, readUser, createUser, change } = club;
    const user = await createUser({ city: "Bonn" });
    for (let round = 0; round < 10; round += 1) {
      await change(user.id, { city: "Köln" });
      const { version } = await readUser(user.id);
      const entry = await newest({ user: user.id });
      const answers = await Promise.all([revert(entry), revert(entry), revert(entry)]);
      expect(
        answers.filter(({ status, body }) => status === 200 && body.change !== null),
      ).toHaveLength(1);
      expect(await readUser(user.id)).toMatchObject({ city: "Bonn", version: version + 1 });
    }
  });
});
