import { createHash, randomBytes } from "node:crypto";
import type { InjectOptions } from "fastify";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer, type TestLogin } from "../testing.ts";

// Each override of the library has its test here: they lean on its inner parts and must be looked
// at when it is updated.

let app: RealmServer;
let alpha: TenantRow;
let login: TestLogin;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
  alpha = await app.tenant("alpha");
  login = await app.login(alpha);
});
afterAll(() => app?.close());

const browser = () => new TestBrowser(app.server, "alpha", app.origin);
const newVerifier = () => randomBytes(72).toString("base64url");

async function authorized(visitor: TestBrowser, extra: Record<string, string> = {}) {
  const verifier = newVerifier();
  const submitted = await visitor.submit(
    await visitor.openLogin(verifier, extra),
    login.username,
    login.password,
  );
  return {
    verifier,
    answer: await visitor.followToApplication(String(submitted.headers.location)),
  };
}

describe("what keycloak-js expects", () => {
  test("session_state in the answer, kc_action accepted, and a silent check finds the session", async () => {
    const visitor = browser();
    const { answer } = await authorized(visitor, { kc_action: "UPDATE_PASSWORD" });
    const silent = await visitor.followToApplication(
      visitor.authorizationUrl(newVerifier(), { prompt: "none" }),
    );
    expect(silent.get("code")).toEqual(expect.any(String));
    expect(silent.get("session_state")).toBe(answer.get("session_state"));
  });

  test("the cookie for scripts holds the hash of the sid, for this realm's path only, and goes with the logout", async () => {
    const visitor = browser();
    const tokens = await visitor.logIn(login.username, login.password);
    const sid = String(decodeJwt(tokens.access_token).sid);
    expect(visitor.cookie("login_state")).toBe(
      createHash("sha256").update(sid).digest("base64url"),
    );
    const query = new URLSearchParams({
      client_id: "frontend",
      post_logout_redirect_uri: `${app.origin}/`,
      id_token_hint: tokens.id_token,
    });
    const page = await visitor.request(
      "GET",
      `${visitor.realm}/protocol/openid-connect/logout?${query.toString()}`,
    );
    expect(page.body).toContain("data-submit");
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page.body)?.[1] ?? "";
    const done = await visitor.request(
      "POST",
      `${visitor.realm}/protocol/openid-connect/logout/confirm`,
      { xsrf, logout: "yes" },
    );
    expect(done.headers.location).toBe(`${app.origin}/`);
    expect(visitor.cookie("login_state")).toBeUndefined();
    expect((await visitor.refresh(tokens.refresh_token)).statusCode).toBe(400);
    await expect(app.tokens.verify(alpha, tokens.access_token)).rejects.toMatchObject({
      status: 401,
    });
  });

  test("logout asks when the hint is another person's or missing", async () => {
    const other = await app.login(alpha);
    const strangerTokens = await browser().logIn(other.username, other.password);
    const visitor = browser();
    await visitor.logIn(login.username, login.password);
    for (const hint of [[], [["id_token_hint", strangerTokens.id_token]]]) {
      const query = new URLSearchParams([
        ["client_id", "frontend"],
        ["post_logout_redirect_uri", `${app.origin}/`],
        ...hint,
      ]);
      const page = await visitor.request(
        "GET",
        `${visitor.realm}/protocol/openid-connect/logout?${query.toString()}`,
      );
      expect(page.body).toContain("Möchten Sie sich abmelden?");
      expect(page.body).not.toContain("data-submit");
    }
  });

  test("the status frame's init answers 204 for the client on its own origin, else 403", async () => {
    const ask = async (client: string, origin: string) => {
      const query = new URLSearchParams({ client_id: client, origin });
      return (
        await browser().request(
          "GET",
          `/realms/alpha/protocol/openid-connect/login-status-iframe.html/init?${query.toString()}`,
        )
      ).statusCode;
    };
    expect(await ask("frontend", app.origin)).toBe(204);
    expect(await ask("other", app.origin)).toBe(403);
    expect(await ask("frontend", "https://evil.example")).toBe(403);
  });

  test("user info accepts our access tokens and nothing else", async () => {
    const tokens = await browser().logIn(login.username, login.password);
    const ask = (token: string) =>
      app.server.inject({
        method: "GET",
        url: "/realms/alpha/protocol/openid-connect/userinfo",
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await ask(tokens.access_token)).json()).toMatchObject({
      sub: login.loginId,
      preferred_username: login.username,
      given_name: "Erika",
    });
    expect((await ask(tokens.id_token)).statusCode).toBe(401);
    expect((await ask("")).statusCode).toBe(401);
  });

  test("discovery names Keycloak's addresses", async () => {
    const { json } = await browser().request(
      "GET",
      "/realms/alpha/.well-known/openid-configuration",
    );
    const base = `${app.origin}/realms/alpha/protocol/openid-connect`;
    expect(json()).toMatchObject({
      issuer: `${app.origin}/realms/alpha`,
      authorization_endpoint: `${base}/auth`,
      token_endpoint: `${base}/token`,
      end_session_endpoint: `${base}/logout`,
      jwks_uri: `${base}/certs`,
      userinfo_endpoint: `${base}/userinfo`,
      code_challenge_methods_supported: ["S256"],
    });
  });
});

describe("codes and refresh tokens", () => {
  test("PKCE is required", async () => {
    const visitor = browser();
    const url = visitor
      .authorizationUrl("x")
      .replace(/&code_challenge=[^&]*&code_challenge_method=S256/, "");
    expect(String((await visitor.request("GET", url)).headers.location)).toContain(
      "error=invalid_request",
    );
    const { answer } = await authorized(visitor);
    expect((await visitor.exchange(answer.get("code") ?? "", newVerifier())).statusCode).toBe(400);
  });

  test("of two simultaneous redemptions of a code one fails, every time", async () => {
    for (let round = 0; round < 10; round++) {
      const visitor = browser();
      const { verifier, answer } = await authorized(visitor);
      const code = answer.get("code") ?? "";
      const results = await Promise.all([
        visitor.exchange(code, verifier),
        visitor.exchange(code, verifier),
      ]);
      expect(
        results.map(({ statusCode }) => statusCode).filter((status) => status === 200).length,
      ).toBeLessThanOrEqual(1);
      expect(results.some(({ statusCode }) => statusCode === 400)).toBe(true);
    }
  });

  test("refreshing slides, keeps the session, and a lost answer may be asked for again", async () => {
    const visitor = browser();
    const first = await visitor.logIn(login.username, login.password);
    const [second, again] = await Promise.all([
      visitor.refresh(first.refresh_token),
      visitor.refresh(first.refresh_token),
    ]);
    expect([second.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(decodeJwt(second.json().access_token).sid).toBe(decodeJwt(first.access_token).sid);
    expect((await visitor.refresh(again.json().refresh_token)).statusCode).toBe(200);
  });

  test("a refresh token used again after the repetition time ends the session's tokens", async () => {
    const visitor = browser();
    const first = await visitor.logIn(login.username, login.password);
    const second = await visitor.refresh(first.refresh_token);
    const { ageConsumedRecords } = await import("../testing-queries.ts");
    await app.services.database.write(alpha.id, systemActor(), (tx) => ageConsumedRecords(tx));
    expect((await visitor.refresh(first.refresh_token)).statusCode).toBe(400);
    expect((await visitor.refresh(second.json().refresh_token)).statusCode).toBe(400);
  });

  test("refreshing ends with the session", async () => {
    const visitor = browser();
    const tokens = await visitor.logIn(login.username, login.password);
    await app.services.database.write(alpha.id, systemActor(), (tx) =>
      app.admin.endSessions(tx, [login.memberId]),
    );
    const answer = await visitor.refresh(tokens.refresh_token);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: "invalid_grant" });
  });

  test("nothing in the database is a name that a browser could use", async () => {
    const visitor = browser();
    const tokens = await visitor.logIn(login.username, login.password);
    const { dumpRecords } = await import("../testing-queries.ts");
    const dump = await app.services.database.read(alpha.id, dumpRecords);
    expect(dump).toContain("RefreshToken");
    const secrets = [
      tokens.refresh_token.split(".")[2] ?? "",
      visitor.cookie("login_session") ?? "",
    ];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(15);
      expect(dump).not.toContain(secret);
    }
  });
});

describe("pages", () => {
  test("the login page cannot be framed and runs one script inside it, by its hash; frame pages may be framed by ourselves", async () => {
    const visitor = browser();
    const page = await visitor.request("GET", await visitor.openLogin(newVerifier()));
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers["x-frame-options"]).toBe("DENY");
    expect(page.body).not.toMatch(/style=|onclick=/);
    const inside = [...page.body.matchAll(/<script>([\s\S]*?)<\/script>/g)];
    expect(inside).toHaveLength(1);
    const hash = createHash("sha256").update(String(inside[0]?.[1]));
    expect(policy).toContain(`script-src 'sha256-${hash.digest("base64")}' 'self';`);
    const frame = await visitor.request(
      "GET",
      "/realms/alpha/protocol/openid-connect/login-status-iframe.html",
    );
    expect(String(frame.headers["content-security-policy"])).toContain("frame-ancestors 'self'");
  });

  test("cookies are not for scripts, not for other realms, and only signed ones count", async () => {
    const visitor = browser();
    const answer = await visitor.request("GET", visitor.authorizationUrl(newVerifier()));
    const cookies = [answer.headers["set-cookie"] ?? []]
      .flat()
      .filter((cookie) => /^login_(session|interaction|resume|flow|guest)=/.test(cookie));
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie.toLowerCase()).toMatch(/path=\/realms\/alpha\/.*samesite=lax; httponly/);
  });

  test("a form of a foreign page is refused", async () => {
    const visitor = browser();
    const url = await visitor.openLogin(newVerifier());
    const answer = await visitor.request(
      "POST",
      url,
      { username: login.username, password: login.password },
      { origin: "https://evil.example" },
    );
    expect(answer.statusCode).toBe(403);
  });

  test("an old or foreign login address says so in German", async () => {
    const answer = await browser().request(
      "GET",
      "/realms/alpha/login-actions/authenticate/abcdefghijk",
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain("Die Anmeldung ist abgelaufen");
  });

  test("two servers behind a balancer share everything", async () => {
    const { createHttpServer } = await import("#platform/server/http/http.ts");
    const { identityPlugin } = await import("../realm/plugin.ts");
    const second = await createHttpServer(app.services.environment, app.services.log);
    await second.register(identityPlugin(app.services));
    const servers = [app.server, second];
    let turn = 0;
    const balanced = { inject: (options: InjectOptions) => servers[turn++ % 2]?.inject(options) };
    for (let round = 0; round < 3; round++) {
      const visitor = new TestBrowser(balanced as never, "alpha", app.origin);
      const tokens = await visitor.logIn(login.username, login.password);
      expect((await visitor.refresh(tokens.refresh_token)).statusCode).toBe(200);
    }
    await second.close();
  });
});
