import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { runs } from "#platform/testing/properties.ts";

/** What a person types comes back as it was typed (in NFC): not trimmed, not escaped, not cut. */

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

const awkward = fc.constantFrom(
  "=SUMME(A1:A9)",
  "+49 7161 1234",
  "<script>alert(1)</script>",
  'O\'Reilly & Söhne "GmbH"',
  "  Leerzeichen vorn und hinten  ",
  "Dreißigacker-Überschär",
  "'; DROP TABLE member; --",
  "${jndi:ldap://x}",
  "{{7*7}}",
  "%00%2e%2e",
  "مرحبا",
  "日本語",
  "👨‍👩‍👧‍👦 Familie",
  "A\u0308rger",
  "null",
  "undefined",
  "-1",
  "\\n",
  "a\u200Db",
  "🇩🇪",
);
const typed = (maxLength: number) =>
  fc
    .oneof(
      awkward,
      fc.string({ unit: "grapheme", minLength: 1, maxLength: Math.floor(maxLength / 12) }),
    )
    .filter((value) => value.trim() !== "" && value.length <= maxLength && !hasControls(value));

function hasControls(value: string): boolean {
  return [...value].some((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code < 32 || code === 127 || (code >= 0xd800 && code <= 0xdfff);
  });
}

test("a member's texts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        firstname: typed(100),
        lastname: typed(100),
        street: typed(200),
        city: typed(100),
        title: typed(100),
        accountHolder: typed(200),
        notes: typed(1000),
      }),
      async (input) => {
        const created = await app.call(usersContract.createUser, { body: input }, admin);
        expect(created.status).toBe(201);
        const read = await app.call(
          usersContract.getUser,
          { params: { id: created.body.id } },
          admin,
        );
        for (const [field, value] of Object.entries(input))
          expect(read.body[field as keyof typeof input]).toBe(value.normalize("NFC"));
      },
    ),
    runs(15),
  );
});

test("a group's texts", async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.record({ name: typed(90), description: typed(1000) }), async (input) => {
      const name = `${input.name}${(number += 1)}`;
      const created = await app.call(
        groupsContract.createGroup,
        { body: { ...input, name } },
        admin,
      );
      expect(created.status).toBe(201);
      const read = await app.call(
        groupsContract.getGroup,
        { params: { id: created.body.id } },
        admin,
      );
      expect(read.body.name).toBe(name.normalize("NFC"));
      expect(read.body.description).toBe(input.description.normalize("NFC"));
    }),
    runs(10),
  );
});

test("the club's own settings", async () => {
  await fc.assert(
    fc.asyncProperty(typed(120), async (displayName) => {
      const { body: before } = await app.call(tenantsContract.getTenant, {}, admin);
      const body = {
        displayName,
        accentColor: before.accentColor,
        timeZone: before.timeZone,
        trashDays: 30,
        version: before.version,
      };
      const saved = await app.call(tenantsContract.updateTenant, { body }, admin);
      expect(saved.status).toBe(200);
      const shown = await app.call(tenantsContract.getPublicTenant, {}, null, admin.tenant);
      expect(shown.body.displayName).toBe(displayName.normalize("NFC"));
    }),
    runs(8),
  );
});

test.each(["permissions", "isAdmin", "id", "tenantId", "constructor", "version", "createdAt"])(
  "a protected field in a request is refused, not dropped: %s",
  async (field) => {
    const answer = await app.call(
      usersContract.createUser,
      {
        body: {
          firstname: "Eva",
          lastname: "Test",
          [field]: field === "permissions" ? ["MANAGE_USER"] : "x",
        } as never,
      },
      admin,
    );
    expect(answer.status).toBe(400);
  },
);

test("a prototype in a request is refused", async () => {
  const response = await app.server.inject({
    method: "POST",
    url: "/alpha/api/user",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    payload: '{"firstname":"Eva","lastname":"Test","__proto__":{"isAdmin":true}}',
  });
  expect(response.statusCode).toBe(400);
  expect(response.headers["content-type"]).toContain("application/problem+json");
});

test("the same Idempotency-Key has one effect and the same answer", async () => {
  const input = {
    body: { firstname: "Doppelt", lastname: "Gesendet" },
    headers: { "idempotency-key": "einmal-1" },
  };
  const [first, second] = await Promise.all([
    app.call(usersContract.createUser, input, admin),
    app.call(usersContract.createUser, input, admin),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const list = await app.call(usersContract.searchUsers, { query: { q: "Gesendet" } }, admin);
  expect(list.body.totalElements).toBe(1);
  const other = await app.call(
    usersContract.createUser,
    { ...input, body: { firstname: "Anders", lastname: "Gesendet" } },
    admin,
  );
  expect(other.status).toBe(422);
});
