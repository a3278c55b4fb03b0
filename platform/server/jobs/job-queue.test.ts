import { setTimeout as wait } from "node:timers/promises";
import { Logger as QueueLogger, quickAddJob } from "graphile-worker";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { systemActor } from "../database/database.ts";
import { withClient } from "../database/migrate.ts";
import type { TenantRow } from "../http/principal.ts";
import { addJob } from "./add-job.ts";
import { installationJob, job, type TenantRun } from "./job.ts";
import { type JobQueue, startJobs } from "./job-queue.ts";
import { insertJobForTenants } from "./queue-queries.ts";

/** The queue as the server runs it, with jobs of these tests, on a database of its own. */

let app: TestApp;
let alpha: TenantRow;
let beta: TenantRow;
let suspended: TenantRow;
const queues: JobQueue[] = [];

beforeAll(async () => {
  app = await testApp();
  alpha = await app.tenant("alpha");
  beta = await app.tenant("beta");
  suspended = await app.tenant("ruht");
  await owner("UPDATE tenant SET state = 'SUSPENDED' WHERE tenant_id = $1", [suspended.id]);
  await app.runJobs();
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await owner("SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs");
  await owner("UPDATE tenant SET state = 'SUSPENDED' WHERE tenant_id = $1", [suspended.id]);
});
afterAll(() => app?.close());

const ownerUrl = () => app.services.environment.databaseUrl ?? "";

async function owner<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return withClient(ownerUrl(), async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [suspended.id]);
    return (await client.query<Row>(text, values)).rows;
  });
}

async function start(
  jobs: Parameters<typeof startJobs>[0]["jobs"],
  pulse = { everyMs: 200, silentMs: 1_500 },
): Promise<void> {
  queues.push(
    await startJobs({ ownerUrl: ownerUrl(), jobs, services: app.services, concurrency: 3, pulse }),
  );
}

/** A tick of the schedule, as the queue makes it. */
async function tick(identifier: string): Promise<void> {
  const logger = new QueueLogger(() => () => {});
  await quickAddJob({ connectionString: ownerUrl(), logger }, identifier, { _cron: {} });
}

const add = (
  tenant: TenantRow,
  kind: typeof counted,
  payload: { number: number },
  options?: Parameters<typeof addJob>[3],
) =>
  app.services.database.write(tenant.id, systemActor(), (tx) => addJob(tx, kind, payload, options));

const waiting = () =>
  owner<{ task_identifier: string; key: string | null; max_attempts: number; priority: number }>(
    "SELECT task_identifier, key, max_attempts, priority FROM graphile_worker.jobs ORDER BY id",
  );

let ran: { number: number; tenantId: string; attempt: number }[] = [];
const counted = job({
  id: "test:count-number",
  formerly: ["test.count"],
  payload: z.strictObject({ number: z.int() }),
  maxAttempts: 4,
  handler:
    () =>
    async ({ number }, { tenantId, attempt }) => {
      ran.push({ number, tenantId, attempt });
    },
});

test("a job comes into being with its cause or not at all", async () => {
  await expect(
    app.services.database.write(alpha.id, systemActor(), async (tx) => {
      await addJob(tx, counted, { number: 1 });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await waiting()).toEqual([]);
});

test("a job whose like is taken up at that very moment is added all the same", async () => {
  const keyed = job({
    id: "test:add-followed",
    payload: z.strictObject({}),
    handler: () => async () => {},
  });
  const add = () =>
    app.services.database.write(alpha.id, systemActor(), (tx) =>
      addJob(tx, keyed, {}, { key: "one" }),
    );
  await add();
  await withClient(ownerUrl(), async (worker) => {
    await worker.query("BEGIN");
    // As the queue takes one up: what the newer one sees of it is the state of before.
    await worker.query(
      "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'one', attempts = 1",
    );
    const newer = add();
    await vi.waitFor(async () => {
      const waiting = await owner("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      expect(waiting).toHaveLength(1);
    });
    await worker.query("COMMIT");
    await newer;
  });
  const jobs = await owner<{ taken: boolean }>(
    "SELECT locked_at IS NOT NULL AS taken FROM graphile_worker.jobs ORDER BY id",
  );
  await owner("SELECT graphile_worker.force_unlock_workers('{one}')");
  expect(jobs).toEqual([{ taken: true }, { taken: false }]);
});

test("a later job with the key of a waiting one replaces it, within its club and its kind", async () => {
  await add(alpha, counted, { number: 1 }, { key: "once" });
  await add(alpha, counted, { number: 2 }, { key: "once" });
  await add(beta, counted, { number: 3 }, { key: "once" });
  await add(alpha, { ...counted, id: "test:count-others" }, { number: 4 }, { key: "once" });
  const keys = (await waiting()).map(({ key }) => key);
  expect(keys).toEqual([
    `${alpha.id}:test:count-number:once`,
    `${beta.id}:test:count-number:once`,
    `${alpha.id}:test:count-others:once`,
  ]);
  ran = [];
  await start([counted]);
  await expect.poll(() => new Set(ran.map(({ number }) => number))).toEqual(new Set([2, 3]));
});

test("runs for the club of the transaction that added it, with as many tries as its kind says", async () => {
  ran = [];
  await add(beta, counted, { number: 7 });
  expect(await waiting()).toMatchObject([{ max_attempts: 4 }]);
  await start([counted]);
  await expect.poll(() => ran).toEqual([{ number: 7, tenantId: beta.id, attempt: 1 }]);
});

test("jobs of former versions run under their former identifiers", async () => {
  ran = [];
  await owner(
    "SELECT graphile_worker.add_job('test.count', json_build_object('tenantId', $1::text, 'data', json_build_object('number', 11)))",
    [alpha.id],
  );
  await start([counted]);
  await expect.poll(() => ran).toEqual([{ number: 11, tenantId: alpha.id, attempt: 1 }]);
});

test("a payload that is not of the job's shape is refused before the work begins", async () => {
  ran = [];
  await owner(
    "SELECT graphile_worker.add_job('test:count-number', json_build_object('tenantId', $1::text, 'data', json_build_object('number', 'elf')))",
    [alpha.id],
  );
  await start([counted]);
  await expect
    .poll(async () => owner("SELECT last_error FROM graphile_worker.jobs WHERE attempts = 1"))
    .toMatchObject([
      { last_error: expect.stringContaining("Hier wird eine Zahl erwartet.") as string },
    ]);
  expect(ran).toEqual([]);
});

function daily(perTenant: "active" | "all", work: (run: TenantRun) => Promise<void>) {
  return job({
    id: "test:work-daily",
    schedule: "0 4 * * *",
    perTenant,
    handler: () => (_payload, run) => work(run),
  });
}

test.each(["all", "active"] as const)(
  "a schedule per club runs for %s clubs, once for each",
  async (perTenant) => {
    const clubs: string[] = [];
    await start([daily(perTenant, async ({ tenantId }) => void clubs.push(tenantId))]);
    await tick("test:work-daily");
    const expected = [alpha.id, beta.id, ...(perTenant === "all" ? [suspended.id] : [])];
    await expect.poll(() => clubs.toSorted()).toEqual(expected.toSorted());
    await expect.poll(waiting).toEqual([]);
    expect(clubs).toHaveLength(expected.length);
  },
);

test("a job for active clubs that was added is put off while its club is suspended", async () => {
  ran = [];
  const patient = { ...counted, perTenant: "active" as const };
  await add(suspended, patient, { number: 1 }, { key: "nightly" });
  await add(alpha, patient, { number: 2 }, { key: "nightly" });
  await start([patient]);
  const later = () =>
    owner<{ key: string; late: boolean; attempts: number }>(
      "SELECT key, run_at > now() + interval '10 minutes' AS late, attempts FROM graphile_worker.jobs",
    );
  const putOff = { key: `${suspended.id}:test:count-number:nightly`, late: true, attempts: 0 };
  await expect.poll(later).toEqual([putOff]);
  expect(ran).toMatchObject([{ number: 2, tenantId: alpha.id }]);

  // Added anew it takes the place of the one that waits, and is put off as well.
  await add(suspended, patient, { number: 3 }, { key: "nightly" });
  await expect.poll(later).toEqual([putOff]);
  await owner("UPDATE tenant SET state = 'ACTIVE' WHERE tenant_id = $1", [suspended.id]);
  await owner(
    "SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs",
  );
  await expect.poll(() => ran.map(({ number }) => number), { timeout: 10_000 }).toEqual([2, 3]);
});

test("a time of the schedule that meets a club suspended meanwhile passes it by", async () => {
  const clubs: string[] = [];
  // As it stands in the queue when the club is suspended after the tick.
  await insertJobForTenants(app.services.database, "test:work-daily", false);
  await start([daily("active", async ({ tenantId }) => void clubs.push(tenantId))]);
  await expect.poll(waiting).toEqual([]);
  expect(clubs.toSorted()).toEqual([alpha.id, beta.id].toSorted());
});

test("a club whose work fails stops no other, and is tried again", async () => {
  const clubs: string[] = [];
  await start([
    daily("all", async ({ tenantId }) => {
      if (tenantId === alpha.id) throw new Error("alpha is broken");
      clubs.push(tenantId);
    }),
  ]);
  await tick("test:work-daily");
  await expect.poll(() => clubs.toSorted()).toEqual([beta.id, suspended.id].toSorted());
  await expect.poll(waiting).toMatchObject([{ key: `${alpha.id}:test:work-daily` }]);
});

test("ticks that nobody worked off leave each club one job, behind what people wait for", async () => {
  for (let ticks = 0; ticks < 3; ticks++)
    await insertJobForTenants(app.services.database, "test:work-daily", false);
  const left = await waiting();
  expect(left).toHaveLength(3);
  expect(new Set(left.map(({ key }) => key))).toEqual(
    new Set([alpha, beta, suspended].map(({ id }) => `${id}:test:work-daily`)),
  );
  expect(left.map(({ priority }) => priority)).toEqual([10, 10, 10]);
});

test("work for the installation runs once, without a club", async () => {
  let runs = 0;
  const hourly = installationJob({
    id: "test:work-hourly",
    schedule: "0 * * * *",
    handler: () => async (run) => {
      expect(run).not.toHaveProperty("tenantId");
      runs++;
    },
  });
  await start([hourly]);
  await tick("test:work-hourly");
  await expect.poll(() => runs).toBe(1);
});

test("a job that needs a club is refused without one", async () => {
  ran = [];
  await start([counted]);
  await tick("test:count-number");
  await expect
    .poll(async () => owner("SELECT last_error FROM graphile_worker.jobs WHERE attempts = 1"))
    .toMatchObject([{ last_error: "test:count-number was added without a club" }]);
  expect(ran).toEqual([]);
});

test("what an installation has no use for is neither scheduled nor run there", async () => {
  let runs = 0;
  const elsewhere = installationJob({
    id: "test:work-elsewhere",
    schedule: "* * * * *",
    runsIn: ({ auth }) => auth !== undefined,
    handler: () => async () => void runs++,
  });
  await start([elsewhere, counted]);
  await tick("test:work-elsewhere");
  await add(alpha, counted, { number: 1 });
  await expect.poll(async () => (await waiting()).length).toBe(1);
  expect(runs).toBe(0);
});

test("two jobs under one name are refused at the start", async () => {
  const other = job({ ...counted, id: "test:count-other", handler: () => async () => {} });
  await expect(start([counted, other])).rejects.toThrow("two jobs are called test.count");
});

test("a long job is left to the process that is alive, however long it takes", async () => {
  let runs = 0;
  const long = job({
    id: "test:work-long",
    payload: z.strictObject({ number: z.int() }),
    handler: () => async () => {
      runs++;
      await wait(4_000);
    },
  });
  // Two processes, each of which would free what the other seems to have left.
  await start([long], { everyMs: 100, silentMs: 1_000 });
  await start([long], { everyMs: 100, silentMs: 1_000 });
  await add(alpha, long, { number: 1 });
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
  expect(runs).toBe(1);
});

test("the job of a process that died is taken over once it has been silent for long enough", async () => {
  ran = [];
  await add(alpha, counted, { number: 5 });
  await owner(
    "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead', locked_at = now() - interval '2 minutes', attempts = 1",
  );
  await start([counted]);
  await expect.poll(() => ran, { timeout: 10_000 }).toMatchObject([{ number: 5, attempt: 2 }]);
});

test("connections that break while jobs run and end lose no job and do not end the process", async () => {
  const done = new Set<number>();
  const steady = job({
    id: "test:work-steadily",
    payload: z.strictObject({ number: z.int() }),
    handler:
      () =>
      async ({ number }) => {
        await wait(5);
        done.add(number);
      },
  });
  await start([steady]);
  const numbers = Array.from({ length: 150 }, (_unused, number) => number);
  const cut = async () => {
    while (done.size < numbers.length) {
      await owner(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vereinsheim-jobs' AND datname = current_database()",
      );
      await wait(150);
    }
  };
  const cutting = cut();
  for (const number of numbers) await add(alpha, steady, { number });
  await cutting;
  expect([...done].toSorted((a, b) => a - b)).toEqual(numbers);
  await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
}, 60_000);

test("stopping tells running jobs to end at a safe place, and waits for them", async () => {
  let ended = "not at all";
  const patient = job({
    id: "test:work-patiently",
    payload: z.strictObject({ number: z.int() }),
    handler:
      () =>
      async (_payload, { signal }) => {
        ended = "still running";
        while (!signal.aborted) await wait(20);
        await wait(100);
        ended = "at a safe place";
      },
  });
  await start([patient]);
  await add(alpha, patient, { number: 1 });
  await expect.poll(() => ended).toBe("still running");
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  expect(ended).toBe("at a safe place");
});
