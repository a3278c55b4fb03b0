import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
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

test("the OpenAPI document names every route with its access", async () => {
  const { body } = await app.call(systemContract.getOpenApi, {}, plain);
  const paths = body["paths"] as Record<string, Record<string, { "x-access": unknown }>>;
  expect(body["openapi"]).toBe("3.1.0");
  expect(paths["/{tenant}/api/user/{id}"]?.["put"]?.["x-access"]).toBe("MANAGE_USER");
  expect(paths["/public/{tenant}/tenant"]?.["get"]?.["x-access"]).toBe("public");
});

describe("for operators", () => {
  test("health and metrics answer", async () => {
    expect(await (await fetch(`${origin}/health/live`)).json()).toEqual({ status: "UP" });
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain(
      "http_request_duration_seconds_bucket",
    );
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
