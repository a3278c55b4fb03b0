import { generate } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer, type TestLogin } from "../testing.ts";

let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

const browser = () => new TestBrowser(app.server, "alpha", app.origin);
const NEW_PASSWORD = "Lampe Ufer Kreide Moos";

async function loggedIn(): Promise<{ visitor: TestBrowser; login: TestLogin }> {
  const login = await app.login(alpha, { email: "erika@example.org" });
  const visitor = browser();
  await visitor.logIn(login.username, login.password);
  return { visitor, login };
}

test("without a session the account page leads to the application", async () => {
  const answer = await browser().request("GET", "/realms/alpha/account");
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${app.origin}/profile`]);
  expect((await browser().request("POST", "/realms/alpha/account/password", {})).statusCode).toBe(
    303,
  );
});

test("changing the password asks for the old one, ends the other log-ins and keeps this one", async () => {
  const { visitor, login } = await loggedIn();
  const elsewhere = browser();
  const other = await elsewhere.logIn(login.username, login.password);
  const change = (current: string, password: string) =>
    visitor.request("POST", "/realms/alpha/account/password", {
      current,
      password,
      repeated: password,
    });
  expect((await change("falsch falsch", NEW_PASSWORD)).body).toContain(
    "bisherige Passwort ist nicht richtig",
  );
  expect((await change(login.password, "1234567890")).statusCode).toBe(400);
  expect((await change(login.password, NEW_PASSWORD)).statusCode).toBe(303);
  await expect(app.tokens.verify(alpha, other.access_token)).rejects.toMatchObject({ status: 401 });
  expect((await elsewhere.refresh(other.refresh_token)).statusCode).toBe(400);
  expect((await visitor.request("GET", "/realms/alpha/account?done=password")).body).toContain(
    "Ihr Passwort ist geändert",
  );
  await browser().logIn(login.username, NEW_PASSWORD);
});

test("second factor: set up, asked for, a code works once, recovery codes once each, guessing is limited", async () => {
  const { visitor, login } = await loggedIn();
  const setup = await visitor.request("POST", "/realms/alpha/account/totp/begin", {});
  const secret = /<code>(\w+)<\/code>/.exec(setup.body)?.[1] ?? "";
  expect(
    (await visitor.request("POST", "/realms/alpha/account/totp/confirm", { code: "000000" }))
      .statusCode,
  ).toBe(400);
  const code = await generate({ secret });
  const on = await visitor.request("POST", "/realms/alpha/account/totp/confirm", { code });
  const codes = [...on.body.matchAll(/<li>(\w{4}-\w{4}-\w{4})<\/li>/g)].map(
    (match) => match[1] ?? "",
  );
  expect(codes).toHaveLength(10);

  const enter = async (value: string) => {
    const next = browser();
    const url = await next.openLogin("v".repeat(64));
    const first = await next.submit(url, login.username, login.password);
    expect(String(first.headers.location)).toContain("/second-factor");
    return next.request("POST", `${url}/second-factor`, { code: value });
  };
  // The code of the set-up was used already.
  expect((await enter(code)).body).toContain("nicht richtig oder wurde schon benutzt");
  const later = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
  expect((await enter(later)).statusCode).toBe(303);
  expect((await enter(later)).statusCode).toBe(401);
  expect((await enter(codes[0]?.toUpperCase().replaceAll("-", " ") ?? "")).statusCode).toBe(303);
  expect((await enter(codes[0] ?? "")).statusCode).toBe(401);

  // Without the first step there is no second.
  const stranger = browser();
  const url = await stranger.openLogin("v".repeat(64));
  expect(
    (await stranger.request("POST", `${url}/second-factor`, { code: codes[1] ?? "" })).headers
      .location,
  ).toBe(new URL(url, app.origin).pathname);

  const guesses = [];
  for (let index = 0; index < 10; index++) guesses.push(await enter("123456"));
  expect(guesses.at(-1)?.statusCode).toBe(429);

  const page = await visitor.request("GET", "/realms/alpha/account");
  expect(page.body).toContain("Noch 9 Wiederherstellungscodes");
});

test("the list of log-ins names the device; ending one closes it, in the page and by the API", async () => {
  const { visitor, login } = await loggedIn();
  const own = await visitor.logIn(login.username, login.password);
  const elsewhere = browser();
  const other = await elsewhere.logIn(login.username, login.password);
  const call = (method: "GET" | "DELETE", path: string, token: string) =>
    app.server.inject({
      method,
      url: `/alpha/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
  const list = (await call("GET", "/me/sessions", own.access_token)).json();
  expect(list.content).toHaveLength(2);
  expect(list.content.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(list.content[0]).toMatchObject({ device: "Chrome unter Linux" });
  const foreign = list.content.find(({ current }: { current: boolean }) => !current).id;
  const stranger = await app.login(alpha);
  const strangerTokens = await browser().logIn(stranger.username, stranger.password);
  expect(
    (await call("DELETE", `/me/sessions/${foreign}`, strangerTokens.access_token)).statusCode,
  ).toBe(404);
  await app.tokens.verify(alpha, other.access_token);
  expect((await call("DELETE", `/me/sessions/${foreign}`, own.access_token)).statusCode).toBe(204);
  expect((await call("DELETE", `/me/sessions/${foreign}`, own.access_token)).statusCode).toBe(404);
  expect((await call("GET", "/me/sessions", other.access_token)).statusCode).toBe(401);
  expect((await elsewhere.refresh(other.refresh_token)).statusCode).toBe(400);
  expect((await call("GET", "/me/sessions", own.access_token)).statusCode).toBe(200);
});
