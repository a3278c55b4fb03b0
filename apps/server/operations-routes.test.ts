import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "./testing.ts";
import { type AppServer, createAppServer } from "./server.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";

let app: TestApp;
let node: AppServer | undefined;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());
afterEach(() => node?.server.close());

interface State {
  services?: Partial<Services>;
  stopping?: boolean;
  embeddedDatabase?: { isAlive(): boolean; restarts(): number };
}

async function asked(url: string, { services, stopping = false, embeddedDatabase }: State = {}) {
  node = await createAppServer(
    { ...app.services, ...services },
    { pages: false, stopping: () => stopping, ...(embeddedDatabase && { embeddedDatabase }) },
  );
  const { statusCode, body, headers } = await node.server.inject({ url });
  return { status: statusCode, body, cached: headers["cache-control"] };
}

/** Nobody listens there. */
const away = () => ({
  database: openDatabase({
    connectionString: "postgres://a@127.0.0.1:1/a",
    live: app.services.live,
  }),
});

describe("liveness", () => {
  test("is that of the process: an absent database is no reason to restart it", async () => {
    expect(await asked("/health/live", { services: away() })).toEqual({
      status: 200,
      body: '{"status":"UP"}',
      cached: "no-store",
    });
  });

  test.each([
    [true, 200, '{"status":"UP"}'],
    [false, 503, '{"status":"DOWN","reason":"DATABASE_LOST"}'],
  ])("with an embedded database that can come back: %s", async (isAlive, status, body) => {
    const embeddedDatabase = { isAlive: () => isAlive, restarts: () => 0 };
    expect(await asked("/health/live", { embeddedDatabase })).toMatchObject({ status, body });
  });
});

describe("readiness", () => {
  test.each([
    ["with everything", () => ({}), 200, { status: "UP", files: "OK", database: "OK" }],
    [
      "without the database",
      () => ({ services: away() }),
      503,
      { status: "DOWN", files: "OK", database: "DOWN" },
    ],
    [
      "while it stops",
      () => ({ stopping: true }),
      503,
      { status: "DOWN", files: "OK", database: "OK" },
    ],
  ])("%s", async (_when, state, status, expected) => {
    const answer = await asked("/health/ready", state());
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, expected]);
  });
});

describe("figures", () => {
  test.each([
    ["1", () => ({})],
    ["0", () => ({ services: away() })],
  ])("say whether the database answers: %s", async (value, state) => {
    const { body } = await asked("/metrics", state());
    expect(body).toMatch(new RegExp(`^vereinsheim_database_up ${value}$`, "m"));
  });

  test("count how often the embedded database was started again", async () => {
    const embeddedDatabase = { isAlive: () => true, restarts: () => 3 };
    const { body } = await asked("/metrics", { embeddedDatabase });
    expect(body).toMatch(/^vereinsheim_database_restarts 3$/m);
    const other = await asked("/metrics");
    expect(other.body).not.toContain("vereinsheim_database_restarts");
  });
});
