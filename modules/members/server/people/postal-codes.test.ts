import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as users } from "../../contract.ts";
import { aMe, formOf } from "../../testing.ts";
import { createMember } from "./create-members.ts";
import { postalCodeProblem } from "./postal-codes.ts";

test.each([
  ["SW1A 1AA", "GB", true],
  ["sw1a 1aa", "GB", true],
  ["75001", "FR", true],
  ["F-75001", "FR", true],
  ["1012 AB", "NL", true],
  ["33-100", "PL", true],
  ["SE-114 55", "SE", true],
  ["100", "FR", false],
  ["1012", "NL", false],
  ["73033", "GB", false],
  ["73033", "DE", true],
  ["7303", "DE", false],
  ["anything", "XX", true],
  ["anything", "__proto__", true],
  [null, "DE", true],
  ["", "DE", true],
])("%s in %s is good: %s", (postalCode, country, good) => {
  expect(postalCodeProblem({ postalCode, country }) === undefined).toBe(good);
});

describe("what is typed", () => {
  let app: TestApp;
  let tenant: TenantRow;
  let admin: TestUser;
  const WRONG = { path: "postalCode", message: "Eine deutsche Postleitzahl hat fünf Ziffern." };

  beforeAll(async () => {
    app = await testApp();
    tenant = await app.tenant("alpha");
    admin = await app.user(tenant, { lastname: "Admin", isAdmin: true });
  });
  afterAll(() => app?.close());

  const create = (values: object) =>
    app.call(users.createUser, { body: { lastname: "Ort", country: "DE", ...values } }, admin);

  test("of a new member is checked for the country", async () => {
    const refused = await create({ postalCode: "7303" });
    expect(refused).toMatchObject({ status: 422, body: { errors: [WRONG] } });
    expect((await create({ postalCode: "73033" })).status).toBe(201);
    expect((await create({ postalCode: "1010", country: "AT" })).status).toBe(201);
  });

  test("later is checked where code or country are other ones; old ones stay", async () => {
    const params = await app.services.database.write(tenant.id, systemActor("Betreiber"), (tx) =>
      createMember(tx, { lastname: "Alt", postalCode: "730", country: "DE" }),
    );
    const { body: stored } = await app.call(users.getUser, { params }, admin);
    const save = (values: object, version: number) =>
      app.call(
        users.updateUser,
        { params, body: { ...formOf(stored), ...values, version } },
        admin,
      );
    const kept = await save({ phone: "07161 4711" }, stored.version);
    expect(kept).toMatchObject({ status: 200, body: { postalCode: "730", phone: "07161 4711" } });
    expect(await save({ country: "AT" }, kept.body.version)).toMatchObject({ status: 422 });
    const again = await save({ postalCode: "731" }, kept.body.version);
    expect(again).toMatchObject({ status: 422, body: { errors: [WRONG] } });
    expect((await save({ postalCode: "73033" }, kept.body.version)).status).toBe(200);
  });

  test("of oneself is checked as well", async () => {
    const me = await app.user(tenant, { lastname: "Selbst" });
    const { body } = await app.call(users.getMe, {}, me);
    const { email, phone, mobile, street, addressAddition, city } = aMe(body);
    const contact = { email, phone, mobile, street, addressAddition, city };
    const save = (place: object) =>
      app.call(users.updateMe, { body: { ...contact, ...place, version: body.version } }, me);
    expect(await save({ postalCode: "7303", country: "DE" })).toMatchObject({ status: 422 });
    expect((await save({ postalCode: "73033", country: "DE" })).status).toBe(200);
  });
});
