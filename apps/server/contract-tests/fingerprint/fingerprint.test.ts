import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "../../testing.ts";
import { fingerprintOf, firstCulprit } from "./testing.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

test("a fingerprint stays while a club is read and changes with any of its rows", async () => {
  const before = await fingerprintOf(app, admin.tenant.id);
  await app.call(usersContract.searchUsers, {}, admin);
  expect(await fingerprintOf(app, admin.tenant.id)).toBe(before);
  await app.user(admin.tenant, { firstname: "Neu" });
  expect(await fingerprintOf(app, admin.tenant.id)).not.toBe(before);
});

test("what happens in another club leaves it as it is", async () => {
  const before = await fingerprintOf(app, admin.tenant.id);
  await app.user(await app.tenant("beta"), { firstname: "Fremd" });
  expect(await fingerprintOf(app, admin.tenant.id)).toBe(before);
});

test("the first of several culprits is named, wherever it stands", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 80 }), async (harmful) => {
      const items = harmful.map((isHarmful, index) => ({ isHarmful, index }));
      const found = await firstCulprit(items, (first) =>
        Promise.resolve(first.some(({ isHarmful }) => isHarmful)),
      );
      expect(found?.index ?? -1).toBe(harmful.indexOf(true));
    }),
  );
});
