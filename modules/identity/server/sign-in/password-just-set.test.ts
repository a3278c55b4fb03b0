import { randomBytes } from "node:crypto";
import { generate } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer, type TestLogin } from "../testing.ts";

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
  await app.tenant("beta");
});
afterAll(() => app?.close());

const NEW_PASSWORD = "Lampe Ufer Kreide Moos";
const COOKIE = "login_password_set";
const PATH = "/realms/alpha/login-actions/authenticate";
const browser = () => new TestBrowser(app.server, "alpha", app.origin);

async function mailedKey(memberId: string, invited: boolean): Promise<string> {
  await app.services.database.write(alpha.id, systemActor(), async (tx) => {
    if (invited) await app.admin.inviteLogin(tx, { memberId });
    else await app.admin.sendPasswordReset(tx, memberId);
  });
  return new URL((await app.newestMail()).link).searchParams.get("key") ?? "";
}

/** Sets the password in a browser by a link of its mailbox. */
async function setPassword(visitor: TestBrowser, memberId: string, invited = false) {
  const key = await mailedKey(memberId, invited);
  return visitor.request("POST", "/realms/alpha/login-actions/action-token", {
    key,
    password: NEW_PASSWORD,
    repeated: NEW_PASSWORD,
  });
}

const verifier = () => randomBytes(48).toString("base64url");
/** Whom the tokens of a browser that types nothing any more are for. */
async function cameIn(visitor: TestBrowser): Promise<string> {
  const secret = verifier();
  const begun = await visitor.request("GET", await visitor.openLogin(secret));
  expect(begun.statusCode).toBe(303);
  const answer = await visitor.followToApplication(String(begun.headers.location));
  const { access_token: token } = (await visitor.exchange(answer.get("code") ?? "", secret)).json<{
    access_token: string;
  }>();
  return (await app.tokens.verify(alpha, token)).memberId;
}
/** Opens a login's page, which asks for the password or does not. */
async function begin(visitor: TestBrowser) {
  return visitor.request("GET", await visitor.openLogin(verifier()));
}

test("an invited person sets the password and is in, without typing it again", async () => {
  const memberId = await app.member(alpha, { email: "neu-hier@example.org" });
  const visitor = browser();
  const saved = await setPassword(visitor, memberId, true);
  expect([saved.statusCode, saved.headers.location]).toEqual([303, `${app.origin}/`]);
  const line = [saved.headers["set-cookie"]].flat().find((one) => one?.startsWith(COOKIE)) ?? "";
  expect(line).toMatch(/; Max-Age=120; SameSite=Strict; HttpOnly/);
  expect(line).toContain(`; Path=${PATH};`);
  expect(await cameIn(visitor)).toBe(memberId);
});

test("opening the link lets nobody in, and neither does a password that is refused", async () => {
  const login = await app.login(alpha, { email: "nur-offen@example.org" });
  const visitor = browser();
  const key = await mailedKey(login.memberId, false);
  const address = "/realms/alpha/login-actions/action-token";
  await visitor.request("GET", `${address}?key=${key}`);
  await visitor.request("POST", address, { key, password: "kurz", repeated: "kurz" });
  expect(visitor.cookie(COOKIE)).toBeUndefined();
  expect((await begin(visitor)).statusCode).toBe(200);
});

test("it counts once: a copy of the cookie opens nothing afterwards", async () => {
  const login = await app.login(alpha, { email: "einmal@example.org" });
  const [visitor, thief] = [browser(), browser()];
  await setPassword(visitor, login.memberId);
  const copy = visitor.cookie(COOKIE) ?? "";
  expect(await cameIn(visitor)).toBe(login.memberId);
  expect(visitor.cookie(COOKIE)).toBeUndefined();
  thief.setCookie(COOKIE, copy, PATH);
  const page = await begin(thief);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Passwort");
});

test("another person's session in the same browser ends, so that the right one is in", async () => {
  const mother = await app.login(alpha);
  const child = await app.login(alpha, { email: "kind@example.org" });
  const visitor = browser();
  await visitor.logIn(mother.username, mother.password);
  await setPassword(visitor, child.memberId);
  expect(await cameIn(visitor)).toBe(child.memberId);
});

test("the second step is asked for all the same", async () => {
  const login = await app.login(alpha, { email: "zweiter-schritt@example.org" });
  await switchOnSecondStep(login);
  const visitor = browser();
  await setPassword(visitor, login.memberId);
  const begun = await begin(visitor);
  expect(begun.statusCode).toBe(303);
  expect(begun.headers.location).toMatch(/\/second-factor$/);
});

test("who was switched off in between stays outside, and so does another club", async () => {
  const login = await app.login(alpha, { email: "gesperrt@example.org" });
  const visitor = browser();
  await setPassword(visitor, login.memberId);
  const copy = visitor.cookie(COOKIE) ?? "";
  const home = app.origin.replace("localhost", "beta.vereinsheim.localhost");
  const abroad = new TestBrowser(app.server, "beta", home);
  abroad.setCookie(COOKIE, copy, "/realms/beta/login-actions/authenticate");
  expect((await begin(abroad)).statusCode).toBe(200);
  await app.services.database.write(alpha.id, systemActor(), (tx) =>
    app.admin.disableLogins(tx, [login.memberId]),
  );
  expect((await begin(visitor)).statusCode).toBe(200);
});

async function switchOnSecondStep({ username, password }: TestLogin): Promise<void> {
  const owner = browser();
  await owner.logIn(username, password);
  const account = "/realms/alpha/account";
  const setup = await owner.request("POST", `${account}/totp/begin`, {});
  const secret = /<code>([A-Z2-7]+)<\/code>/.exec(setup.body)?.[1] ?? "";
  const code = await generate({ secret });
  await owner.request("POST", `${account}/totp/confirm`, { code });
}
