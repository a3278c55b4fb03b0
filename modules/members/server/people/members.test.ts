import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as users } from "../../contract.ts";

let app: TestApp;
let club: TenantRow;
let admin: TestUser;
let office: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await testApp();
  club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  office = await app.user(club, {
    firstname: "Otto",
    lastname: "Office",
    permissions: ["QUERY_USER", "MANAGE_USER", "MANAGE_EXPORTS"],
  });
  reader = await app.user(club, {
    firstname: "Rita",
    lastname: "Reader",
    permissions: ["QUERY_USER"],
  });
});
afterAll(() => app.close());

const complete = {
  memberNumber: "M-0815",
  salutation: "Frau",
  title: "Dr. med.",
  firstname: "Brünhilde",
  lastname: "von der Heide-Groß",
  email: "bruenhilde@example.com",
  phone: "+49 (0) 171 / 392-0036",
  mobile: "0176 04069062",
  street: "Öhlmühlweg 11 ½",
  addressAddition: "c/o Müller; Hinterhaus",
  postalCode: "01067",
  city: "Gößweinstein",
  country: "DE",
  birthday: "2012-02-29",
  gender: "FEMALE" as const,
  joinedOn: "2015-01-01",
  terminatedOn: null,
  leftOn: null,
  deceasedOn: null,
  status: "HONORARY" as const,
  accountHolder: "=SUMME(A1)",
  iban: "DE60 0000 0000 0000 0077 16",
  bic: "MARKDEF1100",
  mandateReference: "M/1",
  notes: "Zeile 1\r\nZeile 2 „–“ €",
  customFields: {},
};

describe("a member's record", () => {
  test("comes back exactly as it was typed", async () => {
    const made = await app.call(users.createUser, { body: complete }, office);
    expect(made.status).toBe(201);
    expect(made.headers["location"]).toBe(`/alpha/api/user/${made.body.id}`);
    const { body } = await app.call(users.getUser, { params: { id: made.body.id } }, office);
    expect(body).toMatchObject(complete);
    expect(body.version).toBe(1);
    const saved = await app.call(
      users.updateUser,
      { params: { id: body.id }, body: { ...complete, city: "Gößweinstein am See", version: 1 } },
      office,
    );
    expect(saved.body).toMatchObject({
      ...complete,
      city: "Gößweinstein am See",
      version: 2,
      updatedBy: "Otto Office",
    });
  });

  test("gets its number from the counter, and none twice", async () => {
    const numbers = await Promise.all(
      Array.from({ length: 6 }, () =>
        app.call(users.createUser, { body: { firstname: "Nora", lastname: "Nummer" } }, office),
      ),
    );
    const given = numbers.map(({ body }) => body.memberNumber);
    expect(new Set(given).size).toBe(6);
    const next = Math.max(...given.map(Number)) + 1;
    const byHand = await app.call(
      users.createUser,
      { body: { firstname: "Hans", lastname: "Hand", memberNumber: String(next) } },
      office,
    );
    expect(byHand.status).toBe(201);
    const again = await app.call(
      users.createUser,
      { body: { firstname: "Hans", lastname: "Hand", memberNumber: String(next) } },
      office,
    );
    expect(again).toMatchObject({ status: 409, body: { errors: [{ path: "memberNumber" }] } });
    const auto = await app.call(
      users.createUser,
      { body: { firstname: "Nora", lastname: "Nummer" } },
      office,
    );
    expect(Number(auto.body.memberNumber)).toBe(next + 1);
  });

  test("refuses the second of two savers and shows what is there now", async () => {
    const { body } = await app.call(
      users.createUser,
      { body: { firstname: "Zwei", lastname: "Schreiber" } },
      office,
    );
    const first = await app.call(
      users.updateUser,
      {
        params: { id: body.id },
        body: {
          memberNumber: body.memberNumber,
          firstname: "Zwei",
          lastname: "Erster",
          version: 1,
        },
      },
      admin,
    );
    expect(first.status).toBe(200);
    const second = await app.call(
      users.updateUser,
      {
        params: { id: body.id },
        body: {
          memberNumber: body.memberNumber,
          firstname: "Zwei",
          lastname: "Zweiter",
          version: 1,
        },
      },
      office,
    );
    expect(second.status).toBe(412);
    expect(second.body).toMatchObject({
      code: "STALE_VERSION",
      current: { lastname: "Erster", version: 2, updatedBy: "Ada Admin" },
    });
    expect(JSON.stringify(second.body)).toContain("Ada Admin");
  });

  test.each([
    [{ email: "keine" }, "email", 400],
    [{ iban: "DE60 0000 0000 0000 0077 17" }, "iban", 422],
    [{ bic: "XX" }, "bic", 422],
    [{ phone: "keine Nummer" }, "phone", 422],
    [{ birthday: "2999-01-01" }, "birthday", 422],
    [{ birthday: "1980-02-31" }, "birthday", 400],
    [{ birthday: "0000-01-01" }, "birthday", 422],
    [{ country: "XX" }, "country", 422],
    [{ country: "Deutschland" }, "country", 400],
    [{ lastname: "   " }, "lastname", 400],
    [{ lastname: "x".repeat(101) }, "lastname", 400],
    [{ lastname: "a\u0000b" }, "lastname", 400],
    [{ status: "FORMER" }, "status", 400],
    [{ customFields: { unbekannt: "x" } }, "customFields.unbekannt", 422],
    [{ isAdmin: true }, "isAdmin", 400],
    [{ permissions: ["MANAGE_TENANT"] }, "permissions", 400],
    [{ id: "0190b7e2-0000-7000-8000-000000000000" }, "id", 400],
    [{ tenantId: "x" }, "tenantId", 400],
    [{ username: "x" }, "username", 400],
  ])("refuses %o at its field", async (change, path, status) => {
    const answer = await app.call(
      users.createUser,
      { body: { ...complete, memberNumber: null, ...change } as never },
      office,
    );
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ errors: [{ path }] });
  });

  test("takes a firm, which has no first name", async () => {
    const answer = await app.call(
      users.createUser,
      { body: { lastname: "Bäckerei Steinecke GmbH & Co. KG", salutation: "Firma" } },
      office,
    );
    expect(answer).toMatchObject({
      status: 201,
      body: { firstname: "", lastname: "Bäckerei Steinecke GmbH & Co. KG" },
    });
    expect(
      (await app.call(users.searchUsers, { query: { q: "baeckerei steinecke" } }, reader)).body
        .totalElements,
    ).toBe(1);
  });

  test("refuses what can't be: left before joined", async () => {
    const answer = await app.call(
      users.createUser,
      { body: { ...complete, memberNumber: null, joinedOn: "2020-01-01", leftOn: "2019-12-31" } },
      office,
    );
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: "leftOn" }] } });
  });

  test("shows bank data and notes to nobody without MANAGE_USER, nor lets them be sorted by", async () => {
    const { body } = await app.call(
      users.createUser,
      { body: { ...complete, memberNumber: null, lastname: "Geheim" } },
      office,
    );
    const seen = await app.call(users.getUser, { params: { id: body.id } }, reader);
    expect(seen.body).toMatchObject({
      iban: null,
      bic: null,
      accountHolder: null,
      mandateReference: null,
      notes: null,
      city: complete.city,
      can: [],
    });
    const list = await app.call(users.searchUsers, { query: { q: "Geheim" } }, reader);
    expect(JSON.stringify(list.body)).not.toContain("0077");
    expect((await app.call(users.searchUsers, { query: { sort: "iban" } }, reader)).status).toBe(
      403,
    );
    expect((await app.call(users.searchUsers, { query: { sort: "iban" } }, office)).status).toBe(
      200,
    );
    expect(
      (await app.call(users.searchUsers, { query: { q: "DE60" } }, reader)).body.totalElements,
    ).toBe(0);
  });
});

describe("the trash", () => {
  test("takes a member out of every list and gives it back whole", async () => {
    const { body } = await app.call(
      users.createUser,
      { body: { ...complete, memberNumber: "T-1", lastname: "Papierkorb" } },
      office,
    );
    const params = { id: body.id };
    expect((await app.call(users.deleteUser, { params }, office)).status).toBe(204);
    expect((await app.call(users.deleteUser, { params }, office)).status).toBe(404);
    expect((await app.call(users.getUser, { params }, office)).status).toBe(404);
    expect(
      (await app.call(users.searchUsers, { query: { q: "Papierkorb" } }, office)).body.content,
    ).toEqual([]);
    const trash = await app.call(users.searchTrash, { query: { q: "papierkorb" } }, office);
    expect(trash.body.content).toMatchObject([
      { id: body.id, deletedBy: "Otto Office", can: ["EXPORT", "RESTORE", "ANONYMISE"] },
    ]);
    expect(
      (await app.call(users.createUser, { body: { ...complete, memberNumber: "T-1" } }, office))
        .status,
    ).toBe(409);
    const back = await app.call(users.restoreUser, { params }, office);
    expect(back.body).toMatchObject({ ...complete, memberNumber: "T-1", lastname: "Papierkorb" });
  });

  test("is emptied for good: nothing personal stays anywhere in the database", async () => {
    const marks = {
      firstname: "Xaverius",
      lastname: "Spurlos",
      email: "spurlos@example.org",
      city: "Spurhausen",
      notes: "SpurNotiz",
      street: "Spurweg 1",
    };
    const { body } = await app.call(users.createUser, { body: { ...marks } }, office);
    const params = { id: body.id };
    await app.call(
      users.updateUser,
      {
        params,
        body: { ...marks, memberNumber: body.memberNumber, city: "Spurstadt", version: 1 },
      },
      office,
    );
    expect((await app.call(users.anonymiseUser, { params }, office)).status).toBe(409);
    await app.call(users.deleteUser, { params }, office);
    expect((await app.call(users.anonymiseUser, { params }, office)).status).toBe(204);
    expect((await app.call(users.restoreUser, { params }, office)).status).toBe(404);
    expect(
      (await app.call(users.searchTrash, { query: { q: "Spurlos" } }, office)).body.content,
    ).toEqual([]);
    expect(await textOfTenant(["member", "change", "membership", "login"])).not.toMatch(
      /spur|xaver/i,
    );
  });

  async function textOfTenant(tables: string[]): Promise<string> {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: app.services.environment.databaseUrl });
    await client.connect();
    try {
      const selects = tables.map((table) => `SELECT t::text AS text FROM ${table} t`);
      const { rows } = await client.query<{ text: string }>(selects.join(" UNION ALL "));
      return rows.map(({ text }) => text).join("\n");
    } finally {
      await client.end();
    }
  }
});

describe("one's own profile", () => {
  test("changes contact data and settings, and nothing else", async () => {
    const me = await app.user(club, { firstname: "Mia", lastname: "Mitglied" });
    const before = await app.call(users.getMe, {}, me);
    expect(before.body).toMatchObject({
      firstname: "Mia",
      permissions: [],
      isAdmin: false,
      settings: { messageMail: "IMMEDIATE" },
      hasProfilePicture: false,
    });
    const saved = await app.call(
      users.updateMe,
      {
        body: {
          email: "mia@example.org",
          city: "Jena",
          settings: { messageMail: "DAILY" },
          version: before.body.version,
        },
      },
      me,
    );
    expect(saved.body).toMatchObject({
      email: "mia@example.org",
      city: "Jena",
      firstname: "Mia",
      settings: { messageMail: "DAILY" },
    });
    for (const field of [
      "firstname",
      "permissions",
      "isAdmin",
      "memberNumber",
      "joinedOn",
      "notes",
      "id",
    ]) {
      const refused = await app.call(
        users.updateMe,
        { body: { [field]: "x", version: saved.body.version } as never },
        me,
      );
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
    }
    expect(
      (await app.call(users.searchUsers, { query: { q: "jena mia" } }, reader)).body.totalElements,
    ).toBe(1);
    expect((await app.call(users.searchUsers, {}, me)).status).toBe(403);
  });
});

describe("duplicates", () => {
  test("are recognised by sound, birthday and mail, with the reason in German", async () => {
    await app.call(
      users.createUser,
      {
        body: {
          firstname: "Stephan",
          lastname: "Mayer-Schmitt",
          birthday: "1971-05-04",
          email: "smayer@example.org",
        },
      },
      office,
    );
    const probe = { firstname: "Stefan", lastname: "Meier-Schmidt", birthday: "1971-05-04" };
    const found = await app.call(users.findDuplicates, { body: probe }, office);
    expect(found.body).toMatchObject([
      {
        user: { firstname: "Stephan" },
        reasons: [
          {
            code: "SIMILAR_NAME_AND_BIRTHDAY",
            text: "Der Name klingt gleich, und der Geburtstag ist derselbe.",
          },
        ],
      },
    ]);
    const twin = await app.call(
      users.findDuplicates,
      { body: { ...probe, birthday: "1999-01-01" } },
      office,
    );
    expect(twin.body).toEqual([]);
    const byMail = await app.call(
      users.findDuplicates,
      { body: { email: "SMAYER@example.org" } },
      office,
    );
    expect(byMail.body).toMatchObject([{ reasons: [{ code: "EMAIL" }] }]);
  });
});
