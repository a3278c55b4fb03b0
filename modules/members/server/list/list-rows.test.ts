import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { runs } from "#platform/testing/properties.ts";
import {
  listedUser,
  PROTECTED_USER_FIELDS,
  ROW_FIELDS,
  type User,
  userRow,
  usersContract as users,
} from "../../contract.ts";
import { groupsContract as groups } from "../../groups-contract.ts";
import { createMembers } from "../people/create-members.ts";

let app: TestApp;
let admin: TestUser;
/** Manages members without being an administrator, and without some rights that others have. */
let office: TestUser;
let reader: TestUser;

/** What has to be written with care in JSON, and what is often written wrongly. */
const text = fc.oneof(
  fc.constantFrom('O"Brien', "C:\\Pfad", "Zoë 🎉", "</script>", "null", "ß/Ä", "{}", "'; --"),
  fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 20 }),
);
const said = text.filter((value) => /^[^\p{C}]+$/u.test(value) && value.trim() === value);
const day = fc
  .integer({ min: 0, max: 38_000 })
  .map((days) => new Date(Date.UTC(1920, 0, 1 + days)).toISOString().slice(0, 10));
const person = fc
  .record({
    lastname: said,
    firstname: said,
    title: fc.option(said),
    city: fc.option(said),
    notes: fc.option(fc.constantFrom('Zeile\nund "Zeile"', "\\n", "Tab\there")),
    iban: fc.option(fc.constant("DE89370400440532013000")),
    birthday: fc.option(day),
    joinedOn: fc.option(day),
    deceasedOn: fc.option(fc.constant("2025-06-01"), { freq: 8 }),
    status: fc.constantFrom("ACTIVE" as const, "PASSIVE" as const, "HONORARY" as const),
  })
  .map(({ birthday, joinedOn, ...rest }) =>
    birthday === null || joinedOn === null || birthday <= joinedOn
      ? { ...rest, birthday, joinedOn }
      : { ...rest, birthday: joinedOn, joinedOn: birthday },
  );

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { lastname: "Admin", isAdmin: true });
  office = await app.user(club, { permissions: ["QUERY_USER", "MANAGE_USER", "QUERY_GROUP"] });
  reader = await app.user(club, { permissions: ["QUERY_USER"] });
  await app.user(club, { lastname: "Mehr", permissions: ["MANAGE_TENANT", "QUERY_USER"] });
  await app.call(
    tenantsContract.createCustomField,
    { body: { key: "groesse", kind: "TEXT", label: "Größe" } },
    admin,
  );
  const people = fc.sample(person, { numRuns: 40, seed: 5 });
  await app.services.database.write(club.id, systemActor('System "A"'), (tx) =>
    createMembers(tx, people),
  );
  const { content } = (await app.call(users.searchUsers, { query: { size: 30 } }, admin)).body;
  const made = async (name: string, body: object) =>
    (await app.call(groups.createGroup, { body: { name, ...body } }, admin)).body.id;
  const above = await made('Abteilung "A"', {});
  const ids = [
    above,
    await made("Ältere", { parentId: above }),
    await made("Zwölf \\ 12", { permissions: ["MANAGE_CALENDAR"] }),
  ];
  for (const [index, { id }] of content.entries())
    for (const groupId of ids.slice(0, index % 4))
      await app.call(
        groups.putGroupMember,
        {
          params: { id: groupId, userId: id },
          body: {
            function: index % 2 === 0 ? 'Wart "1"' : null,
            from: "2020-01-31",
            leader: index % 3 === 0,
          },
        },
        admin,
      );
  const [first] = content;
  const { body: whole } = await app.call(users.getUser, { params: { id: first?.id ?? "" } }, admin);
  const updated = await app.call(
    users.updateUser,
    {
      params: { id: whole.id },
      body: {
        memberNumber: whole.memberNumber,
        lastname: "Groß",
        status: whole.enteredStatus,
        customFields: { groesse: 'M "lang"' },
        version: whole.version,
      },
    },
    admin,
  );
  expect([updated.status, updated.body]).toMatchObject([200, {}]);
});
afterAll(() => app?.close());

async function rowsFor(as: TestUser, query: object = {}) {
  const answer = await app.call(users.searchUsers, { query: { size: 200, ...query } }, as);
  expect(answer.status).toBe(200);
  return answer.body.content;
}

const ROW_KEYS = Object.keys(userRow.shape);

test("a row says what the profile says, whoever reads it", async () => {
  for (const as of [admin, office, reader]) {
    const rows = await rowsFor(as);
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const { body } = await app.call(users.getUser, { params: { id: row.id } }, as);
      const words: readonly string[] = userRow.shape.can.element.options;
      const profile: User = { ...body, can: body.can.filter((word) => words.includes(word)) };
      expect(row).toEqual(Object.fromEntries(ROW_KEYS.map((key) => [key, profile[key as "id"]])));
    }
  }
});

test("what a row says of groups and rights differs from member to member", async () => {
  const rows = await rowsFor(office);
  expect(new Set(rows.map(({ can }) => can.join())).size).toBeGreaterThan(1);
  expect(new Set(rows.map((row) => row.groups?.length)).size).toBe(4);
});

describe("with the fields asked for", () => {
  test("a row holds them, who it is and what the reader may do, and no more", async () => {
    const always = ROW_KEYS.filter((key) => !(ROW_FIELDS as string[]).includes(key));
    for (const as of [office, reader]) {
      const whole = await rowsFor(as);
      await fc.assert(
        fc.asyncProperty(fc.subarray(ROW_FIELDS, { minLength: 1 }), async (fields) => {
          const names = [...always, ...fields];
          const expected = whole.map((row) =>
            Object.fromEntries(names.map((name) => [name, row[name as "id"]])),
          );
          expect(await rowsFor(as, { fields })).toEqual(expected);
        }),
        runs(15),
      );
    }
  });

  test("protected ones are null for who may not see them", async () => {
    const rows = await rowsFor(reader, { fields: PROTECTED_USER_FIELDS });
    for (const row of rows)
      for (const field of PROTECTED_USER_FIELDS) expect(row[field]).toBeNull();
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each([
    { fields: "" },
    { fields: "passwordHash" },
    { fields: "isAdmin" },
    { fields: "city,foo" },
  ])("others are refused: %o", async (query) => {
    const answer = await app.call(users.searchUsers, { query: query as never }, admin);
    expect(answer.status).toBe(400);
  });
});

test("what a row may hold is what the contract says of a member's row", () => {
  expect(Object.keys(listedUser.shape).sort()).toEqual(ROW_KEYS.toSorted());
});
