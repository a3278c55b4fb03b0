import { createHash } from "node:crypto";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { type Environment, readEnvironment } from "../../environment.ts";
import { AppError } from "../app-error.ts";
import type { FindTenant, TenantRow } from "../principal.ts";
import { styleAddress } from "../server-pages/style-routes.ts";
import { entryPage } from "./entry-page.ts";
import { sendPage, tenantOfHost } from "./pages.ts";

test.each([
  ["tsv.vereinsheim.de", "tsv"],
  ["TSV.Vereinsheim.de:8443", "tsv"],
  ["tsv.demo.vereinsheim.de", "tsv"],
  ["vereinsheim.de", "demo"],
  ["localhost:8080", "demo"],
  ["127.0.0.1:8080", "demo"],
  ["[::1]:8080", "demo"],
  ["", "demo"],
])("%s belongs to %s", (host, tenant) => {
  expect(tenantOfHost(host, "demo")).toBe(tenant);
});

describe("a page of a club", () => {
  const CLUB: TenantRow = {
    id: "0193a000-0000-7000-8000-000000000001",
    name: "tsv",
    displayName: "TSV",
    timeZone: "Europe/Berlin",
    state: "ACTIVE",
  };
  interface Installed {
    auth?: Environment["auth"];
    requireLogins?: () => Promise<void>;
  }
  const ask = async (
    findTenant: FindTenant,
    url = "/users",
    cookie = "signed_in=1",
    { auth, requireLogins = async () => {} }: Installed = {},
  ) => {
    const server = Fastify();
    const environment = { defaultTenant: "demo", auth };
    const lookOf = async () => ({ accentColor: "#a01020" });
    const entry = await entryPage();
    const page = { html: "<p>the application</p>", policy: "default-src 'self'" };
    const application = { of: () => page };
    server.setNotFoundHandler((request, reply) =>
      sendPage(request, reply, {
        application,
        entry,
        environment,
        findTenant,
        lookOf,
        requireLogins,
      }),
    );
    return server.inject({ url, headers: { host: "tsv.vereinsheim.de", cookie } });
  };

  test("is the application", async () => {
    const found = await ask(async (name) => (name === "tsv" ? CLUB : undefined));
    expect([found.statusCode, found.body]).toEqual([200, "<p>the application</p>"]);
    expect(found.headers["cache-control"]).toBe("no-cache");
  });

  describe("asked for without a session", () => {
    const byName: FindTenant = async (name) => (name === "tsv" ? CLUB : undefined);

    test.each(["", "other=1", "not_signed_in=1", "signed_in=10"])(
      "goes to the login at once, its script allowed by its hash alone: %j",
      async (cookie) => {
        const { statusCode, headers, body } = await ask(byName, "/users?q=x", cookie);
        expect(statusCode).toBe(200);
        expect(headers).toMatchObject({
          "cache-control": "no-cache",
          vary: "Cookie, Accept-Encoding",
        });
        expect(body).toContain('data-issuer="/realms/tsv"');
        expect(body).toContain(`<link rel="preload" as="style" href="${styleAddress("#a01020")}">`);
        expect(body.length).toBeLessThan(4_000);
        const script = /<script>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? "";
        const hash = createHash("sha256").update(script).digest("base64");
        expect(headers["content-security-policy"]).toContain(`script-src 'sha256-${hash}';`);
      },
    );

    test("goes to the realm of a service beside this server", async () => {
      const auth = readEnvironment({ AUTH_URL: "https://login.example.org" }).auth;
      const { body } = await ask(byName, "/users", "", { auth });
      expect(body).toContain('data-issuer="https://login.example.org/realms/tsv"');
    });

    test("waits on a page that says so while nobody can log in; who has a session goes on", async () => {
      const requireLogins = () =>
        Promise.reject(new AppError("UNAVAILABLE", { code: "IDENTITY_UNAVAILABLE" }));
      const { statusCode, body, headers } = await ask(byName, "/users", "", { requireLogins });
      expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
      expect(body).toContain("Die Anmeldung ist gerade nicht möglich");
      const { statusCode: others } = await ask(byName, "/users", "signed_in=1", { requireLogins });
      expect(others).toBe(200);
    });

    test.each(["/public/message-mail/x", "/public/?a=1"])(
      "is the application at %s",
      async (url) => {
        expect((await ask(byName, url, "")).body).toBe("<p>the application</p>");
      },
    );

    test("of a club that is not there says so", async () => {
      expect((await ask(async () => undefined, "/users", "")).statusCode).toBe(404);
    });
  });

  test("that is not there says so", async () => {
    const none = await ask(async () => undefined);
    expect(none.statusCode).toBe(404);
    expect(none.body).toContain("<h1>Diesen Verein gibt es hier nicht.</h1>");
  });

  test.each(["/", "/users", "/public/message-mail/x"])(
    "says at %s while the database is away that it can't be reached, and asks again by itself",
    async (url) => {
      const away = await ask(async () => {
        throw new AppError("UNAVAILABLE", { retryAfterSeconds: 3 });
      }, url);
      expect(away.statusCode).toBe(503);
      expect(away.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "retry-after": "3",
        "cache-control": "no-store",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
      expect(away.body).toContain("<h1>Der Verein ist gerade nicht erreichbar</h1>");
      expect(away.body).toContain('<meta http-equiv="refresh" content="5" />');
    },
  );

  test("that fails otherwise names what an operator can look for, and nothing of the error", async () => {
    const failed = await ask(async () => {
      throw new Error("secret detail");
    });
    expect(failed.statusCode).toBe(500);
    expect(failed.body).toMatch(/nennen Sie diese Kennung: \S+</);
    expect(failed.body).not.toContain("secret detail");
  });
});
