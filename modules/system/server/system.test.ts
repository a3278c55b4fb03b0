import type { AddressInfo } from "node:net";
import { openApi31 } from "#platform/server/http/openapi/testing.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { lockAndRecall, remember } from "#platform/server/http/idempotency-queries.ts";
import { DATA_SOURCES, systemContract } from "../contract.ts";

let app: TestApp;
let admin: TestUser;
let plain: TestUser;
let origin: string;

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.tenant("alpha");
  admin = await app.user(tenant, { isAdmin: true });
  plain = await app.user(tenant, {});
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => app?.close());

describe("static data", () => {
  test.each(DATA_SOURCES)("%s.json holds values with German labels", async (name) => {
    const answer = await app.call(
      systemContract.getDataSource,
      { params: { file: `${name}.json` } },
      plain,
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data.length).toBeGreaterThan(1);
    for (const item of answer.body.data)
      expect(item).toEqual({ value: expect.any(String), label: expect.any(String) });
  });

  test.each([
    "unknown.json",
    "countries",
    "__proto__.json",
    "..%2f..%2fpackage.json",
    "constructor.json",
  ])("%s is not found", async (file) => {
    expect((await app.call(systemContract.getDataSource, { params: { file } }, plain)).status).toBe(
      404,
    );
  });
});

describe("whether a write had its effect", () => {
  const write = (key: string, as: TestUser, name = `Gruppe ${key}`) =>
    app.call(
      groupsContract.createGroup,
      { body: { name }, headers: { "idempotency-key": key } },
      as,
    );
  const ask = async (key: string, as: TestUser) =>
    (await app.call(systemContract.findAnswer, { params: { key } }, as)).status;

  test("is known to who wrote, and to nobody else", async () => {
    const colleague = await app.user(admin.tenant, { isAdmin: true });
    const foreign = await app.user(await app.tenant("beta"), { isAdmin: true });
    expect(await ask("answer-1", admin)).toBe(404);
    expect((await write("answer-1", admin)).status).toBe(201);
    expect(await ask("answer-1", admin)).toBe(200);
    expect(await ask("answer-1", colleague)).toBe(404);
    expect(await ask("answer-1", foreign)).toBe(404);
  });

  test("says no more than that", async () => {
    await write("answer-2", admin);
    const answer = await app.call(
      systemContract.findAnswer,
      { params: { key: "answer-2" } },
      admin,
    );
    expect(answer.body).toEqual({ known: true });
  });

  test("is not known of a refused write", async () => {
    expect((await write("answer-3", admin, "")).status).toBe(400);
    expect((await write("answer-4", plain)).status).toBe(403);
    expect([await ask("answer-3", admin), await ask("answer-4", plain)]).toEqual([404, 404]);
  });

  test("is asked of a request that is running: the question waits for its end", async () => {
    const { promise: isWritten, resolve: end } = Promise.withResolvers<void>();
    const { promise: isRunning, resolve: begun } = Promise.withResolvers<void>();
    const actor = { ...systemActor(), userId: admin.id };
    const running = app.services.database.write(admin.tenant.id, actor, async (tx) => {
      await lockAndRecall(tx, admin.id, "answer-5");
      begun();
      await isWritten;
      const answer = { fingerprint: "", status: 200, location: null, body: null };
      await remember(tx, admin.id, "answer-5", answer);
    });
    await isRunning;
    const asked = ask("answer-5", admin);
    const early = await Promise.race([
      asked,
      new Promise((done) => setTimeout(done, 100, "waits")),
    ]);
    expect(early).toBe("waits");
    end();
    await running;
    expect(await asked).toBe(200);
  });

  test.each(["mit%20Leerzeichen", "x".repeat(201)])("%s is no key", async (key) => {
    const path = `${origin}/alpha/api/answer/${key}`;
    const headers = { authorization: `Bearer ${admin.token}` };
    expect((await fetch(path, { headers })).status).toBeOneOf([400, 404, 414]);
  });
});

test("the OpenAPI document names every route with its access", async () => {
  const { body } = await app.call(systemContract.getOpenApi, {}, plain);
  const { paths, servers } = openApi31.parse(body);
  expect(paths["/alpha/api/user/{id}"]?.put?.["x-access"]).toBe("MANAGE_USER");
  expect(paths["/public/alpha/tenant"]?.get?.["x-access"]).toBe("public");
  expect(servers).toEqual([{ url: app.services.environment.publicUrl("alpha") }]);
});

describe("for operators", () => {
  test("health and metrics answer", async () => {
    expect(await (await fetch(`${origin}/health/live`)).json()).toEqual({ status: "UP" });
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain(
      "http_request_duration_seconds_bucket",
    );
  });

  test.each(["/health/live", "/health/ready", "/metrics"])("%s is only read", async (path) => {
    const answer = await fetch(origin + path, { method: "POST", body: "x" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test.each([
    "forwarded",
    "via",
    "x-real-ip",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
  ])("metrics say nothing to a request with %s", async (header) => {
    for (const value of ["127.0.0.1", ""]) {
      const answer = await fetch(`${origin}/metrics`, { headers: { [header]: value } });
      expect(answer.status).toBe(404);
    }
  });

  test("metrics answer a forwarded request that brings their token", async () => {
    const guarded = await testApp({
      modules: [],
      variables: { METRICS_TOKEN: "ein sehr langes Geheimnis" },
    });
    try {
      const ask = async (headers: Record<string, string>) =>
        (await guarded.server.inject({ url: "/metrics", headers })).statusCode;
      const forwarded = { "x-forwarded-for": "203.0.113.7" };
      expect(await ask({ ...forwarded, authorization: "Bearer ein sehr langes Geheimnis" })).toBe(
        200,
      );
      expect(await ask({ ...forwarded, authorization: "Bearer geraten" })).toBe(404);
      expect(await ask({})).toBe(404);
    } finally {
      await guarded.close();
    }
  });
});

describe("a request that is no good", () => {
  test.each([
    ["broken JSON", "POST", "/alpha/api/user", "{", 400],
    ["an unknown call", "GET", "/alpha/api/nothing", undefined, 404],
    ["an unknown parameter", "GET", "/alpha/api/user/search?surprise=1", undefined, 400],
    ["a page beyond reason", "GET", "/alpha/api/user/search?size=100000", undefined, 400],
    ["a broken address", "GET", "/alpha/api/user/%", undefined, 400],
    ["an id that is none", "GET", "/alpha/api/user/42", undefined, 400],
  ])("%s gets a problem document", async (_what, method, path, body, status) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${admin.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    const problem = (await response.json()) as Record<string, unknown>;
    expect(problem).toMatchObject({
      status,
      code: expect.stringMatching(/^[A-Z_]+$/),
      detail: expect.any(String),
      requestId: response.headers.get("x-request-id"),
    });
    expect(JSON.stringify(problem)).not.toMatch(/node_modules|at .*\.ts/);
  });

  test("a body too large gets 413", async () => {
    const response = await fetch(`${origin}/alpha/api/user`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
      body: JSON.stringify({ firstname: "x".repeat(2_000_000) }),
    });
    expect(response.status).toBe(413);
  });
});
