import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpServer } from "#platform/server/http/http.ts";
import { parseForm } from "#platform/server/http/server-pages/forms.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer, type TestLogin } from "../testing.ts";
import { signInFootprint } from "../testing-queries.ts";
import { identityPlugin } from "./plugin.ts";

let app: RealmServer;
let alpha: TenantRow;
let login: TestLogin;
let visitor: TestBrowser;
/** The addresses of our own pages with their methods, as the router knows them. */
let routes: { method: string; url: string }[];

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
  login = await app.login(alpha, { email: "erika@example.org" });
  visitor = new TestBrowser(app.server, "alpha", app.origin);
  await visitor.logIn(login.username, login.password);
  routes = await ownRoutes();
});
afterAll(() => app?.close());

async function ownRoutes() {
  const found: { method: string; url: string }[] = [];
  const server = await createHttpServer(app.services.environment, app.services.log);
  server.addHook("onRoute", ({ method, url }: RouteOptions) => {
    // What ends in a star is the library's.
    for (const name of [method].flat()) if (!url.endsWith("*")) found.push({ method: name, url });
  });
  await server.register(identityPlugin(app.services));
  await server.close();
  return found;
}

const posts = () => routes.filter(({ method }) => method === "POST");
const addressOf = (url: string, part = "00000000-0000-4000-8000-000000000000") =>
  url.replace(":tenant", "alpha").replace(/:(uid|id)/, part);

describe("forms", () => {
  test("all routes that take one are looked at", () => {
    expect(posts().map(({ url }) => url.replace("/realms/:tenant", ""))).toEqual(
      expect.arrayContaining([
        "/login-actions/authenticate/:uid",
        "/login-actions/authenticate/:uid/second-factor",
        "/login-actions/authenticate/:uid/passkey",
        "/login-actions/reset-credentials",
        "/login-actions/action-token",
        "/account/password",
        "/account/totp/begin",
        "/account/passkey-options",
        "/account/sessions/:uid/end",
        "/account/sessions/end-others",
      ]),
    );
  });

  const SITES = ["same-origin", "none", "same-site", "cross-site", undefined];
  const ORIGINS = ["own", "https://evil.example", "null", undefined];
  const cases = SITES.flatMap((site) =>
    ORIGINS.map((origin) => {
      const isTaken =
        site === "same-origin" || site === "none"
          ? origin !== "https://evil.example"
          : site === undefined && (origin === "own" || origin === undefined);
      return { site, origin, isTaken };
    }),
  );

  test.for(cases)(
    "Sec-Fetch-Site $site with Origin $origin: taken $isTaken, at every route",
    async ({ site, origin, isTaken }) => {
      const headers = {
        ...(site === undefined ? {} : { "sec-fetch-site": site }),
        ...(origin === undefined ? {} : { origin: origin === "own" ? app.origin : origin }),
      };
      // Nobody's: what is taken changes nothing.
      const stranger = new TestBrowser(app.server, "alpha", app.origin);
      for (const { url } of posts()) {
        const { statusCode } = await stranger.request("POST", addressOf(url), {}, headers);
        if (isTaken) expect(statusCode, url).not.toBe(403);
        else expect(statusCode, url).toBe(403);
      }
    },
  );

  test("a page of another club on the same site does not end the log-ins of this one", async () => {
    const attack = (headers: Record<string, string>) =>
      visitor.request("POST", "/realms/alpha/account/sessions/end-others", {}, headers);
    expect((await attack({ "sec-fetch-site": "same-site", origin: "null" })).statusCode).toBe(403);
    expect((await attack({ origin: "null" })).statusCode).toBe(403);
    const own = await attack({ "sec-fetch-site": "same-origin", origin: app.origin });
    expect(own.statusCode).toBe(303);
  });

  test("pages let their own forms name the origin, and tell no other site their address", async () => {
    const page = await visitor.request("GET", "/realms/alpha/account");
    expect(page.headers["referrer-policy"]).toBe("same-origin");
    expect(page.body).toContain('<meta name="referrer" content="same-origin" />');
  });

  test("a field said twice is refused", async () => {
    expect(parseForm("a=1&b=%C3%A4+%2B")).toEqual({ a: "1", b: "ä +" });
    expect(() => parseForm("a=1&a=2")).toThrow("BAD_REQUEST");
    const answer = await app.server.inject({
      method: "POST",
      url: "/realms/alpha/login-actions/reset-credentials",
      headers: {
        host: new URL(app.origin).host,
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: "username=a&username=b",
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain("doppelt");
  });
});

describe("characters that are not allowed", () => {
  const SENTENCE = "Zeichen, die hier nicht erlaubt sind";
  const CONTROLS = ["\u0000", "\n", "\u001f", "\u007f"];
  const footprint = () => signInFootprint(app.ownerUrl);

  test("are refused in every field of every form, and nothing is written or counted", async () => {
    const before = await footprint();
    for (const { url } of posts())
      for (const control of CONTROLS)
        for (const name of ["username", "password", "code", "key", "current", "name"]) {
          const answer = await visitor.request("POST", addressOf(url), {
            [name]: `a${control}b`,
          });
          expect(answer.statusCode, `${url} ${name}`).toBe(400);
          expect(answer.body).toContain(SENTENCE);
        }
    expect(await footprint()).toEqual(before);
  });

  test("are refused in names of fields, deep in what scripts send, and as half a character", async () => {
    for (const { url } of posts())
      for (const body of [
        { response: { list: [{ name: "a\u0000" }] } },
        { "na\u0000me": "a" },
        { name: "\ud800" },
      ]) {
        const answer = await visitor.postJson(addressOf(url), body);
        expect(answer.statusCode, url).toBe(400);
        expect(answer.json().detail).toContain(SENTENCE);
      }
  });

  test("what is nested without end ends in a refusal", async () => {
    const deep = `${"[".repeat(100_000)}"\\u0000"${"]".repeat(100_000)}`;
    const answer = await app.server.inject({
      method: "POST",
      url: "/realms/alpha/account/passkey",
      headers: { host: new URL(app.origin).host, "content-type": "application/json" },
      payload: deep,
    });
    expect(answer.statusCode).toBe(400);
  });

  test("are refused in queries and in parts of the path", async () => {
    const before = await footprint();
    for (const { method, url } of routes) {
      if (method !== "GET" && method !== "POST") continue;
      for (const control of ["%00", "%0a", "%1F", "%7f"]) {
        const answer = await visitor.request(method, `${addressOf(url)}?key=a${control}`);
        expect(answer.statusCode, `${method} ${url}`).toBe(400);
        if (!/:(uid|id)/.test(url)) continue;
        const part = await visitor.request(method, addressOf(url, `a${control}`));
        expect(part.statusCode, `${method} ${url}`).toBe(400);
      }
    }
    expect(await footprint()).toEqual(before);
  });

  test("are refused in what the library is asked", async () => {
    const before = await footprint();
    for (const [name, value] of [
      ["state", "a\u0000"],
      ["nonce", "a\nb"],
      ["login_hint", "\u001f"],
      ["redirect_uri", `${app.origin}/\u0000`],
      ["kc_action", "\u007f"],
    ] as const) {
      const url = visitor.authorizationUrl("v".repeat(64), { [name]: value });
      const answer = await visitor.request("GET", url);
      expect(answer.statusCode, name).toBe(400);
      expect(answer.body).toContain(SENTENCE);
    }
    const logout = await visitor.request(
      "GET",
      "/realms/alpha/protocol/openid-connect/logout?client_id=frontend&state=%00",
    );
    expect(logout.statusCode).toBe(400);
    expect(await footprint()).toEqual(before);
  });

  test("are none in what people write: umlauts, signs and other scripts", async () => {
    const stranger = new TestBrowser(app.server, "alpha", app.origin);
    for (const username of ["Jörg Größe", "👩‍🦰@example.org", "Дом 北京"]) {
      const page = await stranger.openLogin("v".repeat(64));
      expect((await stranger.submit(page, username, "falsch")).statusCode).toBe(401);
    }
  });
});

describe("the host of a request", () => {
  test.for(["a%0d%0ab", "a b", "a:b:c"])("%s is refused at every page", async (host) => {
    for (const { method, url } of routes) {
      if (method !== "GET") continue;
      const answer = await visitor.request("GET", addressOf(url), undefined, { host });
      expect(answer.statusCode, url).toBe(400);
      expect(answer.body).not.toContain(host);
    }
    const begun = visitor.authorizationUrl("v".repeat(64));
    expect((await visitor.request("GET", begun, undefined, { host })).statusCode).toBe(400);
  });
});
