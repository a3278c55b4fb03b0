import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as users } from "../../contract.ts";
import { clubDay } from "../people/club-day.ts";

let app: TestApp;
let tenant: TenantRow;
let admin: TestUser;
const TODAY = clubDay("Europe/Berlin");

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant("alpha");
  admin = await app.user(tenant, { lastname: "Admin", isAdmin: true });
});
afterAll(() => app?.close());

async function member(values: object) {
  const body = { lastname: "Gezählt", ...values };
  const { status, body: made } = await app.call(users.createUser, { body }, admin);
  expect(status).toBe(201);
  return made;
}
const counts = async (query: { asOf?: string } = {}) =>
  (await app.call(users.countUsers, { query }, admin)).body;

test("each of the list is counted once, as what they are on the day", async () => {
  expect(await counts()).toEqual({ members: 1, former: 0, deceased: 0 });
  await member({});
  await member({ status: "PASSIVE", leftOn: TODAY });
  await member({ status: "HONORARY", leftOn: "2999-12-31" });
  await member({ leftOn: "2020-12-31" });
  await member({ deceasedOn: "2021-05-01" });
  await member({ deceasedOn: "2019-05-01", leftOn: "2019-05-01" });
  expect(await counts()).toEqual({ members: 4, former: 1, deceased: 2 });
  expect(await counts({ asOf: "2020-12-31" })).toEqual({ members: 5, former: 0, deceased: 2 });
  expect(await counts({ asOf: "3000-01-01" })).toEqual({ members: 2, former: 3, deceased: 2 });
});

test("they are as many as the list has, and whoever goes to the trash is in neither", async () => {
  const gone = await member({ leftOn: "2018-12-31" });
  const sum = async () => Object.values(await counts()).reduce((a, b) => a + b);
  const listed = async () =>
    (await app.call(users.searchUsers, { query: { size: 1 } }, admin)).body.totalElements;
  const before = await sum();
  expect(before).toBe(await listed());
  await app.call(users.deleteUser, { params: { id: gone.id } }, admin);
  expect(await sum()).toBe(before - 1);
  expect(await sum()).toBe(await listed());
});

test("who may not see members learns no number, and nonsense is no day", async () => {
  const nobody = await app.user(tenant, { lastname: "Niemand", permissions: ["SEND_MESSAGE"] });
  expect((await app.call(users.countUsers, {}, nobody)).status).toBe(403);
  const asOf = "31.12.2026";
  expect((await app.call(users.countUsers, { query: { asOf } }, admin)).status).toBe(400);
});
