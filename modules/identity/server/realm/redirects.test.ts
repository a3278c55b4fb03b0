import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "#platform/server/environment.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { isOwnAddress, isOwnHost } from "./origins.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer } from "../testing.ts";

const OK = "https://alpha.example.org";
const HOSTILE = [
  "//evil.example",
  "https://evil.example/",
  "https://alpha.example.org@evil.example/",
  "https://alpha.example.org:443@evil.example/",
  "https://user:pass@alpha.example.org/",
  "https://alpha.example.org.evil.example/",
  "https://evil.example/https://alpha.example.org/",
  "https://beta.example.org/",
  "http://alpha.example.org/",
  "https://alpha.example.org:8443/",
  "https://alpha.example.org\\@evil.example/",
  "https://alpha.example.org/\\evil.example",
  "https:\\\\evil.example",
  "https:/evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://alpha.example.org%2eevil.example/",
  "https://alpha.example.org%40evil.example/",
  "https%3A%2F%2Fevil.example",
  "https://alpha.example.org/#fragment",
  "https://alpha.example.org/%23fragment",
  "https://alpha.example.org/realms/alpha/account",
  "https://alpha.example.org/alpha/api/me",
  "https://alpha.example.org/%72ealms/alpha",
  "https://alpha.example.org/x/..%2f..%2frealms/alpha",
  "https://alpha.example.org/%252e%252e/realms/alpha",
  "https://alpha.example.org/%5c%5cevil.example",
  "https://alpha.example.org/%0d%0aSet-Cookie:a=b",
  "https://alpha.example.org/\u0000",
  "https://alpha.example.org/\nSet-Cookie: a=b",
  " https://alpha.example.org/",
  "https://alpha.exam\u200bple.org/",
  "https://аlpha.example.org/",
  "https://alpha.example.org./",
  `https://alpha.example.org/${"a".repeat(2100)}`,
  "https://alpha.example.org/..;/realms/alpha",
  "",
  "*",
  "null",
];

const environment = readEnvironment({
  PUBLIC_URL: "https://{tenant}.example.org",
  NODE_ENV: "test",
});
let app: RealmServer;
let alpha: TenantRow;

beforeAll(async () => {
  app = await startRealmServer({ PUBLIC_URL: "https://{tenant}.example.org" });
  alpha = await app.tenant("alpha");
});
afterAll(() => app?.close());

test("the tenant's own pages are allowed", () => {
  for (const path of [
    "",
    "/",
    "/users?tab=groups",
    "/public/invitation/abc",
    "/file-shares/1/Ordner%20mit%20%C3%A4",
    "/silent-check-sso.html",
    "/users?q=%23%5C%0A100%25",
    "/file-shares/1/100%25.pdf",
  ]) {
    expect(isOwnAddress(environment, "alpha", OK + path), path).toBe(true);
  }
});

test.each(HOSTILE)("%j is no address of the tenant", (value) => {
  expect(isOwnAddress(environment, "alpha", value)).toBe(false);
  expect(isOwnAddress(environment, "alpha", value, "evil.example")).toBe(false);
  expect(isOwnHost(environment, "alpha", value)).toBe(false);
});

test("a local installation knows its own names, and https counts for the password call only", () => {
  const local = readEnvironment({ NODE_ENV: "test" });
  expect(isOwnAddress(local, "demo", "http://localhost:8080/x")).toBe(true);
  expect(isOwnAddress(local, "demo", "http://127.0.0.1:8080/x")).toBe(true);
  expect(isOwnAddress(local, "alpha", "http://alpha.vereinsheim.localhost:8080/x")).toBe(true);
  expect(isOwnAddress(local, "alpha", "http://localhost:8080/x")).toBe(false);
  expect(isOwnAddress(local, "demo", "http://localhost:9090/x")).toBe(false);
  expect(isOwnAddress(local, "demo", "https://localhost:8080/x")).toBe(false);
  expect(isOwnHost(local, "demo", "https://localhost:8080")).toBe(true);
  expect(isOwnAddress(local, "alpha", "http://alpha.club.test:8080/", "alpha.club.test:8080")).toBe(
    true,
  );
  expect(isOwnAddress(local, "alpha", "http://alpha.club.test:8080/", "other.club.test:8080")).toBe(
    false,
  );
});

test.each(HOSTILE)("authorization, logout and the password call refuse %j", async (value) => {
  const browser = new TestBrowser(app.server, "alpha", OK);
  const authorization = await browser.request(
    "GET",
    browser.authorizationUrl("x".repeat(64), { redirect_uri: value }),
  );
  expect(authorization.statusCode).toBe(400);
  expect(authorization.headers.location).toBeUndefined();
  expect(authorization.body).toContain("Verein alpha");
  if (value === "") return;
  const query = new URLSearchParams({ client_id: "frontend", post_logout_redirect_uri: value });
  const logout = await browser.request(
    "GET",
    `${browser.realm}/protocol/openid-connect/logout?${query.toString()}`,
  );
  expect(logout.statusCode).toBe(400);
});

test("the password call mails a link for an own address and nothing for a hostile one", async () => {
  const { username, password } = await app.login(alpha, { email: "erika@example.org" });
  const browser = new TestBrowser(app.server, "alpha", OK);
  const { access_token: token } = await browser.logIn(username, password);
  const ask = (redirectUri: string) =>
    app.server.inject({
      method: "POST",
      url: `/alpha/api/me/reset-password?${new URLSearchParams({ redirectUri, redirectClient: "frontend" }).toString()}`,
      headers: {
        authorization: `Bearer ${token}`,
        host: "evil.example",
        "x-forwarded-host": "evil.example",
      },
    });
  for (const value of HOSTILE.filter((hostile) => hostile !== "http://alpha.example.org/"))
    expect((await ask(value)).statusCode, value).toBe(400);
  await app.runJobs();
  expect(await app.mails()).toEqual([]);
  expect((await ask("https://alpha.example.org/profile")).statusCode).toBe(204);
  await app.runJobs();
  const [mail] = await app.mails();
  expect(mail).toContain("https://alpha.example.org/realms/alpha/login-actions/action-token?key=");
  expect(mail).not.toContain("evil");
});
