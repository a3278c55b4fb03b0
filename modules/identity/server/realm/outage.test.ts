import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#platform/server/http/app-error.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { createHttpServer } from "#platform/server/http/http.ts";
import { identityPlugin } from "./plugin.ts";
import { TestBrowser } from "../test-browser.ts";
import { type RealmServer, startRealmServer } from "../testing.ts";
import { suspendTestTenant } from "../testing-queries.ts";

let app: RealmServer;

beforeAll(async () => {
  app = await startRealmServer({ DEFAULT_TENANT: "alpha" });
});
afterAll(() => app?.close());

test("without the database people read a German page with 503 and Retry-After, and it works again afterwards", async () => {
  const alpha = await app.tenant("alpha");
  const { username, password } = await app.login(alpha);
  let down = false;
  const { database } = app.services;
  const failing = <T>(work: () => Promise<T>): Promise<T> =>
    down
      ? Promise.reject(
          new AppError("UNAVAILABLE", { code: "DATABASE_UNAVAILABLE", retryAfterSeconds: 2 }),
        )
      : work();
  const server = await createHttpServer(app.services.environment, app.services.log);
  await server.register(
    identityPlugin({
      ...app.services,
      database: {
        ...database,
        read: (tenantId, work) => failing(() => database.read(tenantId, work)),
        write: (tenantId, actor, work) => failing(() => database.write(tenantId, actor, work)),
        queryWithoutTenant: (text, values) =>
          failing(() => database.queryWithoutTenant(text, values)),
      },
    }),
  );
  const visitor = new TestBrowser(server, "alpha", app.origin);
  const loginUrl = await visitor.openLogin("v".repeat(64));
  const member = new TestBrowser(server, "alpha", app.origin);
  await member.logIn(username, password);
  down = true;
  for (const [who, address] of [
    [visitor, loginUrl],
    [member, "/realms/alpha/account"],
    [member, visitor.authorizationUrl("v".repeat(64))],
    [visitor, "/realms/gamma/account"],
  ] as const) {
    const answer = await who.request("GET", address);
    expect(answer.statusCode, address).toBe(503);
    expect(answer.headers["retry-after"], address).toBe("2");
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).toContain('<html lang="de">');
  }
  down = false;
  expect((await visitor.submit(loginUrl, username, password)).statusCode).toBe(303);
  await server.close();
});

test("a suspended tenant answers like one that does not exist, within seconds", async () => {
  const beta = await app.tenant("beta");
  const { username, password } = await app.login(beta);
  const visitor = new TestBrowser(
    app.server,
    "beta",
    `http://beta.vereinsheim.localhost:${app.services.environment.port}`,
  );
  const tokens = await visitor.logIn(username, password);
  await app.services.database.write(beta.id, systemActor(), (tx) => suspendTestTenant(tx));
  await expect
    .poll(
      async () =>
        (await visitor.request("GET", visitor.authorizationUrl("v".repeat(64)))).statusCode,
      { timeout: 10_000 },
    )
    .toBe(404);
  expect((await visitor.refresh(tokens.refresh_token)).statusCode).toBe(404);
});
