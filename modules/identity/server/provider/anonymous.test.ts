import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer, type TestLogin } from "../testing.ts";
import { signInFootprint } from "../testing-queries.ts";

// Whoever has not logged in leaves nothing in the database: the browser carries it.

let app: RealmServer;
let alpha: TenantRow;
let login: TestLogin;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
  login = await app.login(alpha);
});
afterAll(() => app?.close());

const REQUESTS = 300;
const browser = () => new TestBrowser(app.server, "alpha", app.origin);
const newVerifier = () => randomBytes(48).toString("base64url");
const randomText = (bytes: number) => randomBytes(bytes).toString("base64url").slice(0, bytes);
const footprint = () => signInFootprint(app.ownerUrl);
const endSessions = () =>
  app.services.database.write(alpha.id, systemActor(), (tx) =>
    app.admin.endSessions(tx, [login.memberId]),
  );
const logoutUrl = (state: string) =>
  `/realms/alpha/protocol/openid-connect/logout?${new URLSearchParams({
    client_id: "frontend",
    post_logout_redirect_uri: `${app.origin}/`,
    state,
  }).toString()}`;

/** Returns the statuses of many requests, a few at the same time. */
async function statusesOf(send: (index: number) => Promise<{ statusCode: number }>) {
  const statuses = new Set<number>();
  for (let index = 0; index < REQUESTS; index += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(index + at)));
    for (const { statusCode } of answers) statuses.add(statusCode);
  }
  return [...statuses];
}

describe("hundreds of requests of nobody leave the database as it was", () => {
  const attacks: [string, number, () => Promise<{ statusCode: number }>][] = [
    [
      "beginning a login",
      303,
      () => browser().request("GET", browser().authorizationUrl(newVerifier())),
    ],
    [
      "beginning a login with 10 kB of state: back with an error",
      303,
      () =>
        browser().request(
          "GET",
          browser().authorizationUrl(newVerifier(), { state: randomText(10_000) }),
        ),
    ],
    [
      "beginning a login by a form of 50 kB: not offered",
      404,
      () => {
        const url = new URL(
          browser().authorizationUrl(newVerifier(), { state: randomText(50_000) }),
          app.origin,
        );
        return browser().request("POST", url.pathname, Object.fromEntries(url.searchParams));
      },
    ],
    ["logging out", 200, () => browser().request("GET", logoutUrl(randomText(200)))],
    [
      "logging out with 10 kB of state: refused",
      400,
      () => browser().request("GET", logoutUrl(randomText(10_000))),
    ],
  ];

  test.for(attacks)("%s", { timeout: 60_000 }, async ([, status, send]) => {
    await browser().request("GET", browser().authorizationUrl(newVerifier()));
    const before = await footprint();
    expect(await statusesOf(send)).toEqual([status]);
    expect(await footprint()).toEqual(before);
  });

  test("a request too large comes back without a cookie for it", async () => {
    const visitor = browser();
    const answer = await visitor.request(
      "GET",
      visitor.authorizationUrl(newVerifier(), { state: randomText(10_000) }),
    );
    expect(String(answer.headers.location)).toContain("error=invalid_request");
    expect(visitor.cookie("login_flow")).toBeUndefined();
  });

  test("a log-out too large is said to be none, not an expired log-in", async () => {
    for (const url of [logoutUrl(randomText(10_000)), `${logoutUrl("x")}&id_token_hint=falsch`]) {
      const { statusCode, body } = await browser().request("GET", url, undefined, {
        accept: "text/html",
      });
      expect(statusCode).toBe(400);
      expect(body).toContain("Die Abmeldung ging nicht");
      expect(body).not.toContain("abgelaufen");
    }
  });

  test("the silent check of a browser whose session has ended", { timeout: 60_000 }, async () => {
    const visitor = browser();
    await visitor.logIn(login.username, login.password);
    await endSessions();
    const ended = visitor.cookie("login_session") ?? "";
    const signature = visitor.cookie("login_session.sig") ?? "";
    const before = await footprint();
    const statuses = await statusesOf(() => {
      const again = browser();
      again.setCookie("login_session", ended, "/realms/alpha/");
      again.setCookie("login_session.sig", signature, "/realms/alpha/");
      return again.request("GET", again.authorizationUrl(newVerifier(), { prompt: "none" }));
    });
    expect(statuses).toEqual([303]);
    expect(await footprint()).toEqual(before);
  });
});

describe("a login that the browser carries", () => {
  test("an address of 2,000 characters is found again after the login", async () => {
    const visitor = browser();
    const verifier = newVerifier();
    const redirectUri = `${app.origin}/members?filter=${randomText(1_900)}`;
    const submitted = await visitor.submit(
      await visitor.openLogin(verifier, { redirect_uri: redirectUri }),
      login.username,
      login.password,
    );
    const resumed = await visitor.request("GET", String(submitted.headers.location));
    const back = new URL(String(resumed.headers.location));
    expect(back.href.split("#")[0]).toBe(redirectUri);
    const code = new URLSearchParams(back.hash.slice(1)).get("code") ?? "";
    expect((await visitor.exchange(code, verifier, redirectUri)).statusCode).toBe(200);
  });

  test("two tabs log in side by side", async () => {
    const visitor = browser();
    const [first, second] = [newVerifier(), newVerifier()];
    const pages = [await visitor.openLogin(first), await visitor.openLogin(second)];
    for (const page of pages) expect((await visitor.request("GET", page)).statusCode).toBe(200);
    const submitted = await visitor.submit(pages[1] ?? "", login.username, login.password);
    const answer = await visitor.followToApplication(String(submitted.headers.location));
    expect((await visitor.exchange(answer.get("code") ?? "", second)).statusCode).toBe(200);
    const other = await visitor.submit(pages[0] ?? "", login.username, login.password);
    expect(other.statusCode).toBe(303);
    const back = await visitor.followToApplication(String(other.headers.location));
    expect((await visitor.exchange(back.get("code") ?? "", first)).statusCode).toBe(200);
  });

  test("going back after the login says that it has expired", async () => {
    const visitor = browser();
    const page = await visitor.openLogin(newVerifier());
    const submitted = await visitor.submit(page, login.username, login.password);
    await visitor.followToApplication(String(submitted.headers.location));
    expect(visitor.cookie("login_flow")).toBeUndefined();
    const back = await visitor.request("GET", page);
    expect(back.statusCode).toBe(400);
    expect(back.body).toContain("Die Anmeldung ist abgelaufen");
  });

  test("its cookie opens no other login, no other club's, and no longer when it was changed", async () => {
    const visitor = browser();
    const page = await visitor.openLogin(newVerifier());
    const flow = visitor.cookie("login_flow") ?? "";
    expect(flow.length).toBeGreaterThan(100);
    expect(flow.length).toBeLessThan(2_000);

    const other = browser();
    const otherPage = await other.openLogin(newVerifier());
    other.setCookie("login_flow", flow, otherPage);
    expect((await other.request("GET", otherPage)).statusCode).toBe(400);

    const beta = await app.tenant("beta");
    const foreign = new TestBrowser(
      app.server,
      beta.name,
      `http://beta.vereinsheim.localhost:${app.services.environment.port}`,
    );
    const foreignPage = await foreign.openLogin(newVerifier());
    foreign.setCookie("login_flow", flow, foreignPage);
    expect((await foreign.request("GET", foreignPage)).statusCode).toBe(400);

    const middle = flow.length >> 1;
    const changed = flow[middle] === "A" ? "B" : "A";
    visitor.setCookie("login_flow", flow.slice(0, middle) + changed + flow.slice(middle + 1), page);
    expect((await visitor.request("GET", page)).statusCode).toBe(400);
    visitor.setCookie("login_flow", flow, page);
    expect((await visitor.request("GET", page)).statusCode).toBe(200);
  });

  test("a copy of the cookie from before a login gives nothing after all sessions have ended", async () => {
    const visitor = browser();
    const page = await visitor.openLogin(newVerifier());
    const kept = visitor.cookie("login_flow") ?? "";
    const submitted = await visitor.submit(page, login.username, login.password);
    const resume = String(submitted.headers.location);
    await visitor.followToApplication(resume);
    await endSessions();
    visitor.setCookie("login_flow", kept, page);
    visitor.setCookie("login_flow", kept, new URL(resume).pathname);
    expect((await visitor.request("GET", page)).body).toContain("E-Mail oder Benutzername");
    const again = await visitor.request("GET", resume);
    expect(String(again.headers.location ?? "")).not.toContain("code=");
  });

  test("a log-out without a session still leads back to the application", async () => {
    const visitor = browser();
    const page = await visitor.request("GET", logoutUrl("zurueck"));
    const xsrf = /name="xsrf" value="([\w-]+)"/.exec(page.body)?.[1] ?? "";
    const form = { xsrf, logout: "yes" };
    const confirm = "/realms/alpha/protocol/openid-connect/logout/confirm";
    expect((await visitor.request("POST", confirm, { ...form, xsrf: "falsch" })).statusCode).toBe(
      400,
    );
    const done = await visitor.request("POST", confirm, form);
    expect(done.headers.location).toBe(`${app.origin}/?state=zurueck`);
    expect(visitor.cookie("login_guest")).toBeUndefined();
  });
});
