import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { KeycloakDouble, openTransactions } from "#modules/identity/server/testing.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { usersContract as api } from "../../contract.ts";

// An installation whose logins are a Keycloak's. The pages ask the same calls as ever.

let keycloak: KeycloakDouble;
let app: TestApp;
let alpha: TenantRow;
let office: TestUser;

beforeAll(async () => {
  keycloak = new KeycloakDouble();
  await keycloak.start();
  app = await testApp({ variables: keycloak.variables });
  alpha = await app.tenant("alpha");
  office = await app.user(alpha, { firstname: "Otto", isAdmin: true });
});
afterAll(async () => {
  await app?.close();
  await keycloak.close();
});
afterEach(() => {
  keycloak.outage = undefined;
  keycloak.goOn();
});

const key = () => ({ "idempotency-key": crypto.randomUUID() });
const readUser = async (id: string) =>
  (await app.call(api.getUser, { params: { id } }, office)).body;
const openNow = () => openTransactions(app.services.environment.databaseUrl ?? "");

async function invited(firstname: string): Promise<TestUser> {
  const email = `${firstname.toLowerCase()}@example.org`;
  const user = await app.user(alpha, { firstname, email });
  const { status } = await app.call(
    api.inviteLogin,
    { params: { id: user.id }, headers: key() },
    office,
  );
  expect(status).toBe(200);
  await app.runJobs();
  return user;
}

test("an invitation is there at once on the page, and mailed by the Keycloak", async () => {
  const user = await invited("Anna");
  expect(await readUser(user.id)).toMatchObject({
    loginState: "INVITED",
    username: "anna@example.org",
  });
  expect(keycloak.mails.at(-1)?.userId).toBe(keycloak.userOf(user.id)?.id);
});

test("a repeated request under the same key invites once", async () => {
  const user = await app.user(alpha, { firstname: "Berta", email: "berta@example.org" });
  const input = { params: { id: user.id }, headers: key() };
  const answers = [
    await app.call(api.inviteLogin, input, office),
    await app.call(api.inviteLogin, input, office),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  const before = keycloak.mails.length;
  await app.runJobs();
  expect(keycloak.mails.length).toBe(before + 1);
});

test("while the Keycloak is away an invitation says so and changes nothing; switching off works", async () => {
  const user = await invited("Carla");
  const newcomer = await app.user(alpha, { firstname: "Dora", email: "dora@example.org" });
  keycloak.outage = 503;
  const refused = await app.call(
    api.inviteLogin,
    { params: { id: newcomer.id }, headers: key() },
    office,
  );
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "10"]);
  expect(await readUser(newcomer.id)).toMatchObject({ loginState: "NONE" });

  const off = await app.call(api.disableLogin, { params: { id: user.id } }, office);
  expect(off).toMatchObject({ status: 200, body: { loginState: "DISABLED" } });
  const on = await app.call(api.enableLogin, { params: { id: user.id } }, office);
  expect(on).toMatchObject({ status: 200, body: { loginState: "ACTIVE" } });
});

test("one that hangs holds no transaction open, whatever is asked, and the list goes on", async () => {
  const user = await invited("Emma");
  await invited("Frida");
  const newcomer = await app.user(alpha, { firstname: "Gerda", email: "gerda@example.org" });
  const params = { id: user.id };
  keycloak.hang();
  const waiting = [
    // The page sends a key with each POST; under it the handler runs in one transaction.
    app.call(api.inviteLogin, { params: { id: newcomer.id }, headers: key() }, office),
    app.call(api.exportUserData, { params }, office),
    app.call(api.previewDeletion, { params }, office),
  ];
  await expect.poll(() => keycloak.waiting, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
  expect(await openNow()).toBe(0);
  const trashed = await app.call(api.deleteUser, { params: { id: user.id } }, office);
  expect(trashed.status).toBe(204);
  expect(await openNow()).toBe(0);
  keycloak.goOn();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200]);
});

test("many in the trash are out at once, and the Keycloak is told one by one", async () => {
  const people = [];
  for (const name of ["Hanna", "Ida", "Jule"]) people.push(await invited(name));
  const users = people.map(({ id }) => keycloak.userOf(id)?.id ?? "");
  for (const id of users) keycloak.openSession(id);
  keycloak.asked = [];
  const { body } = await app.call(
    api.bulkUsers,
    { body: { action: "TRASH", ids: people.map(({ id }) => id) }, headers: key() },
    office,
  );
  expect(body).toMatchObject({ changed: 3 });
  expect(keycloak.asked).toEqual([]);
  await app.runJobs();
  await app.runJobs();
  for (const id of users) expect(keycloak.sessions.get(id) ?? []).toEqual([]);
});

test("a person who is erased is no user there either", async () => {
  const user = await invited("Klara");
  const id = keycloak.userOf(user.id)?.id ?? "";
  await app.call(api.deleteUser, { params: { id: user.id } }, office);
  const { status } = await app.call(api.anonymiseUser, { params: { id: user.id } }, office);
  expect(status).toBe(204);
  await app.runJobs();
  expect(keycloak.users.has(id)).toBe(false);
});
