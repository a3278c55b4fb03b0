import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { testApp, type TestApp } from "./testing.ts";
import { type AppServer, createAppServer } from "./server.ts";
import { saveQuota } from "#platform/server/blobs/quota-queries.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import { openDatabase, systemActor } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { readEnvironment } from "#platform/server/environment.ts";
import type { Services } from "#platform/server/services.ts";

const DEPLOY = join(import.meta.dirname, "..", "..", "deploy");

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

test.each([
  [200, "OK"],
  [500, "DOWN"],
])(
  "readiness tells whether a Keycloak answers, and is none the less there: %s",
  async (status, identity) => {
    const keycloak = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => keycloak.listen(0, "127.0.0.1", resolve));
    const { port } = keycloak.address() as AddressInfo;
    const environment = {
      ...app.services.environment,
      ...readEnvironment({ AUTH_URL: `http://127.0.0.1:${port}` }),
    };
    const answer = await asked("/health/ready", { services: { environment } });
    keycloak.close();
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { status: "UP", files: "OK", database: "OK", identity },
    ]);
  },
);

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

  const figure = (body: string, line: string) =>
    Number(new RegExp(`^${line.replaceAll(/[{}]/g, "\\$&")} (\\S+)$`, "m").exec(body)?.[1]);

  test("say what waits, what failed, who is connected and how large each club is", async () => {
    const club = await app.tenant("zahlen");
    for (const firstname of ["Eva", "Adam"]) await app.user(club, { firstname });
    await app.services.database.write(club.id, systemActor(), async (tx) => {
      await claimBlob(tx, { key: `ab/${"1".repeat(38)}`, size: 1234, sha256: "" });
      const picture = { key: `ab/${"2".repeat(38)}`, size: 66, sha256: "" };
      await claimBlob(tx, picture, { derived: true });
      await saveQuota(tx, 5_000);
      await addJob(tx, { id: "mail:send-mail", maxAttempts: 3, payload: z.object({}) }, {});
    });
    const { body } = await asked("/metrics");
    expect(figure(body, 'vereinsheim_club_members{club="zahlen"}')).toBe(2);
    expect(figure(body, 'vereinsheim_club_file_bytes{club="zahlen"}')).toBe(1300);
    expect(figure(body, 'vereinsheim_club_quota_bytes{club="zahlen"}')).toBe(5_000);
    expect(figure(body, 'vereinsheim_club_quota_used_bytes{club="zahlen"}')).toBe(1234);
    expect(figure(body, 'vereinsheim_club_maintenance{club="zahlen"}')).toBe(0);
    expect(figure(body, 'vereinsheim_jobs{job="mail:send-mail"}')).toBe(1);
    expect(figure(body, 'vereinsheim_mails{kind="OTHER"}')).toBe(1);
    expect(figure(body, 'vereinsheim_mails{kind="MESSAGE"}')).toBe(0);
    expect(figure(body, 'vereinsheim_database_connections{pool="requests",state="limit"}')).toBe(
      12,
    );
    expect(figure(body, "vereinsheim_open_streams")).toBe(0);
  });

  test("count failures of the store, and no file that is merely gone", async () => {
    const { services } = await testApp({
      beside: app,
      variables: { STORAGE_URL: "s3://k:s@127.0.0.1:1/verein?tls=false" },
    });
    await expect(services.blobs.get(`ab/${"1".repeat(38)}`)).rejects.toMatchObject({ status: 503 });
    const { body } = await asked("/metrics", { services });
    expect(figure(body, 'vereinsheim_store_errors_total{code="STORE_UNAVAILABLE"}')).toBe(1);
    await expect(app.services.blobs.get(`ab/${"2".repeat(38)}`)).rejects.toMatchObject({
      status: 404,
    });
    expect(app.services.storeErrors.get("STORE_UNAVAILABLE")).toBe(0);
  });

  test("go on without those of the database while it is away", async () => {
    const { status, body } = await asked("/metrics", { services: away() });
    expect(status).toBe(200);
    expect(body).not.toMatch(/^vereinsheim_jobs\{/m);
    expect(body).toMatch(/^vereinsheim_open_streams 0$/m);
  });

  test("are named as Prometheus wants: counters and they alone end in _total", async () => {
    const { body } = await asked("/metrics");
    const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    expect(types.length).toBeGreaterThan(30);
    for (const [, name = "", type] of types)
      expect(`${name} ${name.endsWith("_total")}`).toBe(`${name} ${type === "counter"}`);
  });

  test("are all that alarms and dashboard look at", async () => {
    const { body } = await asked("/metrics", {
      embeddedDatabase: { isAlive: () => true, restarts: () => 0 },
    });
    const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    for (const file of ["alerts.yaml", "dashboard.json"]) {
      const text = await readFile(join(DEPLOY, "prometheus", file), "utf8");
      const named = text.match(/\b(?:vereinsheim|http|process|nodejs)_[a-z0-9_]+/g) ?? [];
      expect(named.length).toBeGreaterThan(10);
      const plain = named.map((name) => name.replace(/_(?:bucket|count|sum)$/, ""));
      expect(plain.filter((name) => !known.has(name))).toEqual([]);
    }
  });
});
