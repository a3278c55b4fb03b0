import { afterAll, beforeAll, expect, test } from "vitest";
import { allCalendarsRoutes } from "#modules/calendars/all-routes.ts";
import { filesContract } from "#modules/files/contract.ts";
import { aShare, upload } from "#modules/files/server/testing.ts";
import { homeOf, identityAdmin } from "#modules/identity/server/public.ts";
import { TestBrowser, type Tokens } from "#modules/identity/server/test-browser.ts";
import { TEST_PASSWORD } from "#modules/identity/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { listening, openPage } from "#modules/system/server/testing.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { anExportTarget, ranExport } from "#modules/transfer/server/export/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";

/** Everything that opens without asking for the password again ends with the login. */

// What happens at `here` is true at `there` as well, a second process on the same database.
let here: TestApp;
let there: TestApp;
let admin: TestUser;
let origin: string;

beforeAll(async () => {
  here = await testApp();
  there = await testApp({ beside: here });
  admin = await here.user(await here.tenant("alpha"), { isAdmin: true });
  await listening(here);
  origin = await listening(there);
});
afterAll(async () => {
  await there?.close();
  await here?.close();
});

let number = 0;

/** A member with these rights and a password. */
async function aLogin(permissions: Parameters<TestApp["user"]>[1] = {}) {
  const member = await here.user(admin.tenant, permissions);
  const username = `mit.zugang${(number += 1)}`;
  await here.services.database.write(admin.tenant.id, systemActor(), (tx) =>
    identityAdmin(here.services).createLoginWithPassword(tx, {
      memberId: member.id,
      username,
      password: TEST_PASSWORD,
    }),
  );
  return { member, username };
}

const switchLogin = async (way: "disableLogin" | "enableLogin", id: string) =>
  expect((await here.call(usersContract[way], { params: { id } }, admin)).status).toBe(200);

async function tickets(member: TestUser): Promise<string[]> {
  const { id } = await aShare(here, admin);
  for (const name of ["a.txt", "b.txt"])
    await upload(here, admin, id, `Ordner/${name}`, name, { createFolders: true });
  const wanted = [
    ["Ordner/a.txt", {}],
    ["Ordner", {}],
    ["Ordner", { names: ["a.txt"] }],
  ] as const;
  const urls = [];
  for (const [path, choice] of wanted) {
    const body = { ...choice } as never;
    const made = await here.call(
      filesContract.createTicket,
      { params: { id, path }, body },
      member,
    );
    expect(made.status).toBe(200);
    urls.push(made.body.url);
  }
  return urls;
}

async function feedPath(member: TestUser): Promise<string> {
  const { body } = await here.call(allCalendarsRoutes.renewMyCalendarFeed, {}, member);
  return new URL(body.url ?? "").pathname;
}

const open = async (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  (await app.server.inject({ method: "GET", url, headers })).statusCode;

test("a disabled login ends tickets, feed, stream and tokens; enabled again, the addresses open again", async () => {
  const { member, username } = await aLogin({ permissions: ["QUERY_FILESHARE", "QUERY_CALENDAR"] });
  const browser = new TestBrowser(here.server, "alpha", homeOf(here.services.environment, "alpha"));
  const tokens: Tokens = await browser.logIn(username, TEST_PASSWORD);
  const authorization = `Bearer ${tokens.access_token}`;
  const urls = await tickets(member);
  const feed = await feedPath(member);
  const { etag } = (await here.server.inject({ method: "GET", url: feed })).headers;
  const page = await openPage(origin, { tenant: admin.tenant, token: tokens.access_token });

  /** What each of it answers at both processes. */
  const answers = async () => {
    const all = [];
    for (const app of [here, there])
      all.push([
        ...(await Promise.all(urls.map((url) => open(app, url)))),
        await open(app, feed),
        await open(app, feed, { "if-none-match": String(etag) }),
        await open(app, "/alpha/api/me", { authorization }),
      ]);
    return all;
  };
  const opened = [200, 200, 200, 200, 304];
  const shut = [403, 403, 403, 404, 404, 401];
  expect(await answers()).toEqual([
    [...opened, 200],
    [...opened, 200],
  ]);

  await switchLogin("disableLogin", member.id);
  await expect.poll(answers, { timeout: 3_000 }).toEqual([shut, shut]);
  await expect.poll(() => page.hasEnded, { timeout: 3_000 }).toBe(true);
  expect((await browser.refresh(tokens.refresh_token)).statusCode).toBe(400);

  await switchLogin("enableLogin", member.id);
  // Who had logged in has to do so again: only the addresses are as they were.
  const again = [...opened, 401];
  await expect.poll(answers, { timeout: 3_000 }).toEqual([again, again]);
  expect((await browser.refresh(tokens.refresh_token)).statusCode).toBe(400);
});

test("nothing is exported in the name of a disabled login", async () => {
  const { member } = await aLogin({ permissions: ["MANAGE_EXPORTS", "QUERY_USER"] });
  const target = await anExportTarget(here, member);
  const started = await here.call(
    exportContract.runExportTarget,
    { params: { id: target.id } },
    member,
  );
  await switchLogin("disableLogin", member.id);
  await here.runJobs();
  const params = { id: started.body.id };
  const { body } = await here.call(exportContract.getExportRun, { params }, admin);
  expect(body).toMatchObject({ state: "FAILED", error: expect.stringContaining("darf keine") });

  await switchLogin("enableLogin", member.id);
  expect((await ranExport(here, member, target.id)).error).toBeNull();
});

test("a member without a login, or one who is only invited, keeps what is theirs", async () => {
  const plain = await here.user(admin.tenant, { permissions: ["QUERY_FILESHARE"] });
  const invited = await here.user(admin.tenant, {
    permissions: ["QUERY_FILESHARE"],
    email: "eingeladen@example.org",
  });
  const params = { id: invited.id };
  expect((await here.call(usersContract.inviteLogin, { params }, admin)).status).toBe(200);
  for (const member of [plain, invited]) {
    expect(await open(here, await feedPath(member))).toBe(200);
    for (const url of await tickets(member)) expect(await open(here, url)).toBe(200);
  }
});
