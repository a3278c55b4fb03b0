import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract as groups } from "../../groups-contract.ts";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { type Permission, PERMISSIONS } from "#platform/contract/permissions.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as users } from "../../contract.ts";
import { mayChangePermissions, outranks } from "./permissions.ts";

let app: TestApp;
let club: TenantRow;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
});
afterAll(() => app.close());

const subset = fc.subarray([...PERMISSIONS]);

describe("the rules", () => {
  test("nobody ends up with a right that neither they nor the giver had", () => {
    fc.assert(
      fc.property(subset, fc.boolean(), subset, subset, (own, isAdmin, before, after) => {
        const actor = { isAdmin, permissions: new Set(own) };
        if (!mayChangePermissions(actor, before, after)) return;
        for (const permission of after)
          expect(before.includes(permission) || isAdmin || own.includes(permission)).toBe(true);
        for (const permission of before)
          expect(after.includes(permission) || isAdmin || own.includes(permission)).toBe(true);
      }),
    );
  });

  test("outranking is exactly: holds something the other does not", () => {
    fc.assert(
      fc.property(subset, fc.boolean(), subset, (target, isAdmin, own) => {
        const actor = { isAdmin: false, permissions: new Set(own) };
        expect(outranks({ isAdmin, permissions: target }, actor)).toBe(
          isAdmin || target.some((permission) => !own.includes(permission)),
        );
        expect(outranks({ isAdmin, permissions: target }, { ...actor, isAdmin: true })).toBe(false);
      }),
    );
  });
});

async function version(id: string, as: TestUser): Promise<number> {
  return (await app.call(users.getUser, { params: { id } }, as)).body.version;
}

describe("an office that is no administrator", () => {
  const rights: Permission[] = ["QUERY_USER", "MANAGE_USER", "QUERY_GROUP", "MANAGE_GROUP"];
  let admin: TestUser;
  let office: TestUser;
  let calendarKeeper: TestUser;

  beforeAll(async () => {
    admin = await app.user(club, { lastname: "Admin", isAdmin: true, email: "admin@example.org" });
    office = await app.user(club, { lastname: "Office", permissions: rights });
    calendarKeeper = await app.user(club, {
      lastname: "Keeper",
      permissions: ["MANAGE_CALENDAR"],
      email: "keeper@example.org",
    });
  });

  async function setRights(
    target: TestUser,
    permissions: Permission[],
    isAdmin: boolean,
    as: TestUser,
  ): Promise<number> {
    const answer = await app.call(
      users.setUserPermissions,
      {
        params: { id: target.id },
        body: { permissions, isAdmin, version: await version(target.id, as) },
      },
      as,
    );
    return answer.status;
  }

  test("gives what it holds, and nothing more, to others or to itself", async () => {
    const plain = await app.user(club, { lastname: "Plain" });
    expect(await setRights(plain, ["QUERY_USER"], false, office)).toBe(200);
    expect(await setRights(plain, ["QUERY_USER", "MANAGE_TENANT"], false, office)).toBe(403);
    expect(await setRights(plain, [], true, office)).toBe(403);
    expect(await setRights(office, [...rights, "MANAGE_TENANT"], false, office)).toBe(403);
    expect(await setRights(office, rights, true, office)).toBe(403);
    const { body } = await app.call(users.getUser, { params: { id: plain.id } }, admin);
    expect(body).toMatchObject({
      permissions: ["QUERY_USER"],
      effectivePermissions: ["QUERY_USER"],
      isAdmin: false,
    });
  });

  test.each(["admin", "keeper"] as const)("can't take over %s, who holds more", async (name) => {
    const target = name === "admin" ? admin : calendarKeeper;
    const params = { id: target.id };
    const { body } = await app.call(users.getUser, { params }, office);
    expect(body.can).toEqual(["EDIT", "EDIT_PICTURE", "ADD_TO_GROUP", "SEE_PROTECTED"]);
    // Their messages and files are in it.
    expect((await app.call(users.exportUserData, { params }, office)).status).toBe(403);
    const { memberNumber, firstname, lastname, email } = body;
    const put = (change: object) =>
      app.call(
        users.updateUser,
        {
          params,
          body: { memberNumber, firstname, lastname, email, version: body.version, ...change },
        },
        office,
      );
    expect(await put({ email: "attacker@example.org" })).toMatchObject({
      status: 403,
      body: { code: "OUTRANKED" },
    });
    expect((await put({ leftOn: "2020-01-01" })).status).toBe(403);
    expect((await put({ deceasedOn: "2020-01-01" })).status).toBe(403);
    for (const route of [
      users.deleteUser,
      users.disableLogin,
      users.enableLogin,
      users.resetUserPassword,
      users.inviteLogin,
    ]) {
      expect([403, 422]).toContain((await app.call(route, { params } as never, office)).status);
    }
    expect((await app.call(users.deleteUser, { params }, office)).status).toBe(403);
    expect(
      (
        await app.call(
          users.bulkUsers,
          { body: { ids: [office.id, target.id], action: "TRASH" } },
          office,
        )
      ).status,
    ).toBe(403);
    expect(await setRights(target, [], false, office)).toBe(403);
    expect((await put({ city: "Jena" })).status).toBe(200);
  });

  test("gets no rights through groups either", async () => {
    const strong = await app.call(
      groups.createGroup,
      { body: { name: "Vorstand", permissions: ["MANAGE_TENANT"] } },
      admin,
    );
    const weak = await app.call(
      groups.createGroup,
      { body: { name: "Team", permissions: ["QUERY_USER"] } },
      office,
    );
    expect(weak.status).toBe(201);
    expect(
      (
        await app.call(
          groups.createGroup,
          { body: { name: "Mehr", permissions: ["MANAGE_TENANT"] } },
          office,
        )
      ).status,
    ).toBe(403);
    for (const leader of [true, false]) {
      expect(
        (
          await app.call(
            groups.putGroupMember,
            { params: { id: strong.body.id, userId: office.id }, body: { leader } },
            office,
          )
        ).status,
      ).toBe(403);
    }
    expect(
      (
        await app.call(
          users.bulkUsers,
          { body: { ids: [office.id], action: "ADD_TO_GROUP", groupId: strong.body.id } },
          office,
        )
      ).status,
    ).toBe(403);
    const { body } = await app.call(users.getUser, { params: { id: office.id } }, admin);
    expect(body.effectivePermissions).toEqual(rights);
    const added = await app.call(
      users.bulkUsers,
      {
        body: {
          ids: [calendarKeeper.id, office.id],
          action: "ADD_TO_GROUP",
          groupId: weak.body.id,
        },
      },
      office,
    );
    expect(added.body).toEqual({ changed: 2, unchanged: 0 });
    const inGroup = await app.call(users.searchUsers, { query: { group: weak.body.id } }, office);
    expect(inGroup.body.content.map(({ id }) => id).toSorted()).toEqual(
      [calendarKeeper.id, office.id].toSorted(),
    );
    // Rights act at the next request.
    expect((await app.call(users.searchUsers, {}, calendarKeeper)).status).toBe(200);
    await app.call(
      users.bulkUsers,
      { body: { ids: [calendarKeeper.id], action: "REMOVE_FROM_GROUP", groupId: weak.body.id } },
      office,
    );
    expect((await app.call(users.searchUsers, {}, calendarKeeper)).status).toBe(403);
  });
});

test("a member entered as deceased has no rights from the next request on", async () => {
  const admin = await app.user(club, { lastname: "Chronist", isAdmin: true });
  const late = await app.user(club, { lastname: "Verstorben", permissions: ["QUERY_USER"] });
  const params = { id: late.id };
  const {
    memberNumber,
    firstname,
    lastname,
    version: read,
  } = (await app.call(users.getUser, { params }, admin)).body;
  expect((await app.call(users.getMe, {}, late)).status).toBe(200);
  const end = (deceasedOn: string | null, seen: number) =>
    app.call(
      users.updateUser,
      { params, body: { memberNumber, firstname, lastname, deceasedOn, version: seen } },
      admin,
    );
  expect((await end("2020-01-01", read)).status).toBe(200);
  expect((await app.call(users.getMe, {}, late)).status).toBe(401);
  // Entered by mistake: taken back, everything is as before.
  expect((await end(null, read + 1)).status).toBe(200);
  expect((await app.call(users.getMe, {}, late)).status).toBe(200);
});

describe("the last administrator", () => {
  test("stays, whatever is tried", async () => {
    const tenant = await app.tenant("gamma");
    const only = await app.user(tenant, { isAdmin: true });
    const params = { id: only.id };
    const { body } = await app.call(users.getUser, { params }, only);
    const { memberNumber, firstname, lastname } = body;
    const refused = { status: 409, body: { code: "LAST_ADMIN" } };
    expect(
      await app.call(
        users.setUserPermissions,
        { params, body: { permissions: [], isAdmin: false, version: body.version } },
        only,
      ),
    ).toMatchObject(refused);
    expect(await app.call(users.deleteUser, { params }, only)).toMatchObject(refused);
    expect(
      await app.call(users.bulkUsers, { body: { filter: {}, action: "TRASH" } }, only),
    ).toMatchObject(refused);
    for (const end of [{ leftOn: "2020-01-01" }, { deceasedOn: "2020-01-01" }]) {
      expect(
        await app.call(
          users.updateUser,
          { params, body: { memberNumber, firstname, lastname, ...end, version: body.version } },
          only,
        ),
      ).toMatchObject(refused);
    }
    expect((await app.call(users.getUser, { params }, only)).body).toMatchObject({
      isAdmin: true,
      leftOn: null,
      deceasedOn: null,
    });
  });

  test("stays even when two take each other's rights at once", async () => {
    for (let round = 0; round < 10; round++) {
      const tenant = await app.tenant(`pair${round}`);
      const pair = [
        await app.user(tenant, { isAdmin: true }),
        await app.user(tenant, { isAdmin: true }),
      ] as const;
      const answers = await Promise.all([
        app.call(
          users.setUserPermissions,
          { params: { id: pair[0].id }, body: { permissions: [], isAdmin: false, version: 2 } },
          pair[1],
        ),
        round % 2 === 0
          ? app.call(users.deleteUser, { params: { id: pair[1].id } }, pair[0])
          : app.call(
              users.setUserPermissions,
              { params: { id: pair[1].id }, body: { permissions: [], isAdmin: false, version: 2 } },
              pair[0],
            ),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    }
  });
});

describe("pictures and views", () => {
  test("keeps a profile picture in three square sizes without metadata", async () => {
    const { default: sharp } = await import("sharp");
    const photo = await sharp({
      create: { width: 800, height: 400, channels: 3, background: "#2f6f5e" },
    })
      .withExif({ IFD0: { Copyright: "geheim" } })
      .jpeg()
      .toBuffer();
    const me = await app.user(club, { lastname: "Picture" });
    expect((await app.call(users.getMyPicture, {}, me)).status).toBe(404);
    expect((await app.call(users.putMyPicture, { body: photo }, me)).status).toBe(204);
    for (const size of ["64", "256", "512"] as const) {
      const { bytes, headers } = await app.call(users.getMyPicture, { query: { size } }, me);
      expect(headers["content-type"]).toContain("image/webp");
      const info = await sharp(bytes).metadata();
      expect([info.width, info.height, info.exif]).toEqual([Number(size), Number(size), undefined]);
    }
    expect((await app.call(users.getMe, {}, me)).body.hasProfilePicture).toBe(true);
    expect(
      (await app.call(users.putMyPicture, { body: Buffer.from("<svg onload=alert(1)>") }, me))
        .status,
    ).toBe(415);
    expect((await app.call(users.putMyPicture, { body: photo.subarray(0, 300) }, me)).status).toBe(
      422,
    );
    expect((await app.call(users.deleteMyPicture, {}, me)).status).toBe(204);
    expect((await app.call(users.getMyPicture, {}, me)).status).toBe(404);
  });

  test("shows own and shared views only, and lets their owner change them", async () => {
    const one = await app.user(club, { permissions: ["QUERY_USER"] });
    const other = await app.user(club, { permissions: ["QUERY_USER"] });
    const body = {
      name: "Jugend",
      parameters: { birthdayFrom: "2008-01-01" },
      columns: ["lastname", "birthday"],
    };
    const made = await app.call(users.createView, { body }, one);
    expect(made).toMatchObject({
      status: 201,
      body: { ...body, shared: false, can: ["EDIT", "DELETE"] },
    });
    expect((await app.call(users.searchViews, {}, other)).body).toEqual([]);
    const params = { id: made.body.id };
    expect((await app.call(users.deleteView, { params }, other)).status).toBe(404);
    await app.call(users.updateView, { params, body: { ...body, shared: true, version: 1 } }, one);
    expect((await app.call(users.searchViews, {}, other)).body).toMatchObject([
      { name: "Jugend", can: [] },
    ]);
    expect((await app.call(users.deleteView, { params }, other)).status).toBe(403);
    expect(
      (await app.call(users.updateView, { params, body: { ...body, version: 1 } }, one)).status,
    ).toBe(412);
    expect((await app.call(users.deleteView, { params }, one)).status).toBe(204);
  });

  test("packs everything held about a person into one file", async () => {
    const me = await app.user(club, {
      firstname: "Ida",
      lastname: "Auskunft",
      email: "ida@example.org",
    });
    const { bytes, headers, status } = await app.call(users.exportMe, {}, me);
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain("application/zip");
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.toString("latin1")).toContain("Auskunft.json");
    const reader = await app.user(club, { permissions: ["QUERY_USER"] });
    expect((await app.call(users.exportUserData, { params: { id: me.id } }, reader)).status).toBe(
      403,
    );
  });
});
