import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { allTenants, setMaintenance, setTenantState } from "#modules/tenants/server/public.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { insertJobForTenants } from "#platform/server/jobs/queue-queries.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { TestQueue } from "#platform/server/testing/jobs.ts";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import { cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import type { Records } from "./samples.ts";

/** An operator works on one club: it answers nothing but that, the others notice nothing. */

const TEXT = "Wir ziehen um. Ab 14 Uhr geht es weiter.";

let app: TestApp;
/** Another process. */
let there: TestApp;
let admin: TestUser;
let other: TestUser;
let records: Records;

beforeAll(async () => {
  app = await testApp();
  there = await testApp({ beside: app });
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  other = await app.user(await app.tenant("beta"), { isAdmin: true });
  records = await makeRecords(app, admin);
  await app.runJobs();
}, 60_000);
afterAll(async () => {
  await there?.close();
  await app?.close();
});

async function alpha(): Promise<TenantRow> {
  const club = (await allTenants(app.services.database)).find(({ name }) => name === "alpha");
  if (club === undefined) throw new Error("alpha is gone");
  return club;
}

async function stateOfAlpha(): Promise<string> {
  return (await alpha()).state;
}

async function maintain(text: string | null | undefined): Promise<void> {
  const club = await alpha();
  await setMaintenance(app.services.database, club, text === undefined ? undefined : { text });
}

const settings = (at: TestApp, as: TestUser) => at.call(tenantsContract.getTenant, {}, as);

describe("while it lasts", () => {
  beforeAll(async () => {
    await maintain(TEXT);
    await vi.waitFor(async () => expect((await settings(app, admin)).status).toBe(503));
  });
  afterAll(() => maintain(undefined));

  test.each(cases)("$name says so, whoever asks", async ({ route, sample }) => {
    for (const as of [admin, null]) {
      const answer = await app.call(route, sample(records) as never, as, admin.tenant);
      expect([answer.status, answer.body]).toEqual([
        503,
        expect.objectContaining({ code: "IN_MAINTENANCE", detail: TEXT }),
      ]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
  });

  test("another process says it too", async () => {
    await expect.poll(async () => (await settings(there, admin)).status).toBe(503);
  });

  test("the other club answers, and one that does not exist is none", async () => {
    expect((await settings(app, other)).status).toBe(200);
    expect((await settings(there, other)).status).toBe(200);
    const nowhere = { ...admin.tenant, name: "nirgends" };
    const unknown = await app.call(tenantsContract.getPublicTenant, {}, null, nowhere);
    expect(unknown.status).toBe(404);
  });

  test("its log-in is the page of the maintenance, which asks again by itself", async () => {
    const page = await app.server.inject({
      url: "/realms/alpha/protocol/openid-connect/auth?client_id=frontend&response_type=code&scope=openid&redirect_uri=http://alpha.localhost/",
    });
    expect(page.statusCode).toBe(503);
    expect(page.headers["retry-after"]).toBeDefined();
    expect(page.body).toContain("Hier wird gerade gearbeitet");
    expect(page.body).toContain(TEXT);
    expect(page.body).toContain('http-equiv="refresh"');
    const beta = await app.server.inject({
      url: "/realms/beta/.well-known/openid-configuration",
    });
    expect(beta.statusCode).toBe(200);
  });

  test("an invitation's page is one of the club's as well", async () => {
    const page = await app.server.inject({
      url: "/public/invitation/1234",
      headers: { host: "alpha.vereinsheim.localhost" },
    });
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain(TEXT);
  });

  test("suspending ends it, and a suspended club cannot be put into it", async () => {
    const status = async () => (await settings(app, admin)).status;
    await setTenantState(app.services.database, "alpha", "SUSPENDED");
    await expect.poll(status).toBe(404);
    await maintain(TEXT);
    expect(await stateOfAlpha()).toBe("SUSPENDED");
    await setTenantState(app.services.database, "alpha", "ACTIVE");
    await expect.poll(status).toBe(200);
    await maintain(TEXT);
    await expect.poll(status).toBe(503);
  });
});

test("afterwards everything answers as before, without a restart", async () => {
  await maintain(null);
  await expect
    .poll(async () => (await settings(app, admin)).body)
    .toMatchObject({ detail: expect.stringContaining("gerade gewartet") });
  await maintain(undefined);
  await expect.poll(async () => (await settings(app, admin)).status).toBe(200);
  await expect.poll(async () => (await settings(there, admin)).status).toBe(200);
});

describe("work in the background", () => {
  const ran: string[] = [];
  const done =
    (name: string) =>
    async (_payload: unknown, { tenantId }: { tenantId: string }) =>
      void ran.push(`${name} ${tenantId === admin.tenant.id ? "alpha" : "beta"}`);
  const added = job({
    id: "test:send-note",
    payload: z.object({}),
    handler: () => done("added"),
  });
  const daily = job({
    id: "test:clean-daily",
    schedule: "0 4 * * *",
    perTenant: "active",
    handler: () => done("daily"),
  });
  let queue: TestQueue;

  beforeAll(() => {
    const { services } = app;
    queue = new TestQueue(services.environment.databaseUrl ?? "", [added, daily], services);
  });
  afterAll(() => queue?.close());

  const waiting = () =>
    withClient(app.services.environment.databaseUrl ?? "", async (client) => {
      const { rows } = await client.query<{
        lane: string | null;
        priority: number;
        later: boolean;
      }>(
        `SELECT q.queue_name AS lane, j.priority, j.run_at > now() AS later
         FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
         WHERE t.identifier LIKE 'test:%' ORDER BY t.identifier`,
      );
      return rows;
    });

  test("waits, keeps its lane, and is done afterwards; that of the schedule too", async () => {
    await maintain(TEXT);
    for (const { tenant } of [admin, other])
      await app.services.database.write(tenant.id, systemActor(), (tx) =>
        addJob(tx, added, {}, { queue: "test-lane", priority: 5 }),
      );
    await insertJobForTenants(app.services.database, daily.id, true);
    await queue.runDue();
    expect(ran.toSorted()).toEqual(["added beta", "daily beta"]);
    expect(await waiting()).toEqual([
      { lane: null, priority: 10, later: true },
      { lane: "test-lane", priority: 5, later: true },
    ]);
    await maintain(undefined);
    await withClient(app.services.environment.databaseUrl ?? "", (client) =>
      client.query("UPDATE graphile_worker._private_jobs SET run_at = now()"),
    );
    await queue.runDue();
    expect(ran.toSorted()).toEqual(["added alpha", "added beta", "daily alpha", "daily beta"]);
    expect(await waiting()).toEqual([]);
  });
});
