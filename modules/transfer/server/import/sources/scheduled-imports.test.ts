import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestUser } from "#apps/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { setTenantState } from "#modules/tenants/server/public.ts";
import { importContract, type ImportRun } from "../../../import-contract.ts";
import { startScheduledImport } from "./scheduled-run.ts";
import { clubForImports, type ImportClub } from "../testing.ts";

let club: ImportClub;
let server: Server;
let origin: string;
/** What the address answers. */
let list = "";
let calls = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    calls++;
    response.end(list);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  club = await clubForImports("alpha", { IMPORT_ORIGINS: origin });
});
afterAll(async () => {
  server?.close();
  await club?.app.close();
});

const HEAD = "Mitgliedsnummer;Vorname;Nachname;Ort";
const people = (from: number, to: number, place: (number: number) => string) =>
  [
    HEAD,
    ...Array.from(
      { length: to - from + 1 },
      (_, index) => `${from + index};Vor${from + index};Nach${from + index};${place(from + index)}`,
    ),
  ].join("\r\n");
const ulm = () => "Ulm";

async function scheduled(settings: object = {}, as: TestUser = club.admin): Promise<string> {
  return club.source(
    {
      kind: "URL",
      url: `${origin}/liste.csv`,
      schedule: "0 6 * * *",
      applyAutomatically: true,
      ...settings,
    },
    as,
  );
}

/**
 * The source's time has come: the clock is turned as the owner of the tables would. Returns when it
 * was due.
 */
async function isDue(id: string): Promise<string> {
  const { app, tenant } = club;
  const due = new Date(Date.now() - 60_000).toISOString();
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenant.id]);
    await client.query("UPDATE import_source SET next_run_at = $2 WHERE id = $1", [id, due]);
  });
  return due;
}

async function queue(id: string, at: string, key: string): Promise<void> {
  const { app, tenant } = club;
  await app.services.database.write(tenant.id, systemActor(), (tx) =>
    addJob(tx, startScheduledImport, { sourceId: id, at }, { key }),
  );
}

/** Lets the schedule come once; the runs of the source, the latest first. */
async function comes(id: string): Promise<ImportRun[]> {
  await queue(id, await isDue(id), `test:${id}`);
  await club.app.runJobs();
  return runsOf(id);
}

async function runsOf(id: string): Promise<ImportRun[]> {
  return (
    await club.app.call(
      importContract.searchImportRuns,
      { query: { source: id, size: 50 } },
      club.admin,
    )
  ).body.content;
}

test("a suspended club imports nothing; once it is back the missed time is made up for", async () => {
  const { app, tenant } = club;
  const { database } = app.services;
  list = people(400, 401, ulm);
  const id = await scheduled();
  await setTenantState(database, tenant.name, "SUSPENDED");
  calls = 0;
  await queue(id, await isDue(id), `test:${id}`);
  await app.runJobs();
  expect(calls).toBe(0);
  await setTenantState(database, tenant.name, "ACTIVE");
  await expect.poll(async () => (await runsOf(id))?.length).toBe(0);
  await withClient(app.services.environment.databaseUrl ?? "", (client) =>
    client.query(
      "SELECT graphile_worker.reschedule_jobs(ARRAY[id], run_at => now()) FROM graphile_worker.jobs WHERE key LIKE $1",
      [`%:test:${id}`],
    ),
  );
  await app.runJobs();
  expect(calls).toBe(1);
  expect(await runsOf(id)).toMatchObject([{ scheduled: true, state: "APPLIED" }]);
});

test("with two server processes a scheduled run happens exactly once, and the next one is planned", async () => {
  const { app, admin } = club;
  const second = await testApp({ beside: app, variables: { IMPORT_ORIGINS: origin } });
  try {
    list = people(100, 102, ulm);
    const id = await scheduled({ applyAutomatically: false });
    for (let round = 1; round <= 5; round++) {
      calls = 0;
      const due = await isDue(id);
      // The queue gives a job to one process; after a crash it may give it out again while the
      // first is still at it.
      await queue(id, due, `one:${round}`);
      await queue(id, due, `other:${round}`);
      await Promise.all([app.runJobs(), second.runJobs()]);
      expect([round, calls, (await runsOf(id)).length]).toEqual([round, 1, round]);
    }
    const source = (await app.call(importContract.getImportSource, { params: { id } }, admin)).body;
    expect(new Date(source.nextRunAt ?? 0).getTime()).toBeGreaterThan(Date.now());
    expect(source.lastRun).toMatchObject({
      scheduled: true,
      state: "PREVIEW",
      counts: { new: 3 },
      actor: { id: admin.id },
    });
  } finally {
    await second.close();
  }
});

test("a scheduled run is applied by itself, what is faulty is left out, and nothing to do is done as well", async () => {
  list = `${people(200, 203, ulm)}\r\n204;;Ohne;Ulm\r\n;;;\r\n205;Nur;;Ulm`;
  const id = await scheduled();
  const [first] = await comes(id);
  expect(first).toMatchObject({
    state: "APPLIED",
    scheduled: true,
    error: null,
    applied: { created: 5, skipped: 1 },
    appliedBy: { id: club.admin.id },
  });
  const [second] = await comes(id);
  expect(second).toMatchObject({
    state: "APPLIED",
    counts: { new: 0, changed: 0, same: 5 },
    applied: { created: 0, updated: 0 },
  });
  // Whom the office deleted does not come back over night, only when somebody imports the list by
  // hand.
  const gone = (await club.members()).find(({ memberNumber }) => memberNumber === "200")?.id ?? "";
  expect(
    (await club.app.call(usersContract.deleteUser, { params: { id: gone } }, club.admin)).status,
  ).toBe(204);
  const [third] = await comes(id);
  expect(third).toMatchObject({ state: "APPLIED", counts: { new: 0, same: 5, missing: 0 } });
  expect((await club.members()).some(({ memberNumber }) => memberNumber === "200")).toBe(false);
  const byHand = await club.app.call(
    importContract.runImportSource,
    { params: { id }, body: Buffer.alloc(0) },
    club.admin,
  );
  await club.app.runJobs();
  expect(await club.getRun(byHand.body.id)).toMatchObject({
    state: "PREVIEW",
    counts: { new: 1, same: 4 },
  });
});

test("what looks wrong waits for somebody: many missing, many faulty, most of them changed", async () => {
  const waiting = async (settings: object, before: string, after: string, sentence: string) => {
    const id = await scheduled(settings);
    list = before;
    expect((await comes(id))[0]).toMatchObject({ state: "APPLIED" });
    list = after;
    const [run] = await comes(id);
    expect(run).toMatchObject({ state: "PREVIEW", applied: null });
    expect(run?.error).toContain(sentence);
    // Somebody who has looked at it may take it over.
    expect(await club.apply(run?.id ?? "")).toMatchObject({ state: "APPLIED", error: null });
  };
  await waiting(
    { onMissing: "SET_LEFT" },
    people(300, 329, ulm),
    people(300, 309, ulm),
    "fehlen 20 Mitglieder auf einmal",
  );
  await waiting(
    {},
    people(400, 429, ulm),
    people(400, 429, (number) => (number < 415 ? "O".repeat(200) : "Ulm")),
    "15 von 30 Zeilen fehlerhaft",
  );
  await waiting(
    {},
    people(500, 529, ulm),
    people(500, 529, () => "Bonn"),
    "ändern sich 30 von 30 Mitgliedern auf einmal",
  );
});

test("the rights are those that the one who set it up has at the time", async () => {
  const { app, admin, tenant } = club;
  const permissions: Permission[] = ["MANAGE_IMPORTS", "MANAGE_USER", "QUERY_USER"];
  const office = await app.user(tenant, { permissions, firstname: "Olga", lastname: "Office" });
  list = people(600, 601, ulm);
  const id = await scheduled({}, office);
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenant.id]);
    await client.query("UPDATE member SET permissions = '{MANAGE_IMPORTS}' WHERE id = $1", [
      office.id,
    ]);
  });
  const [run] = await comes(id);
  expect(run).toMatchObject({
    state: "PREVIEW",
    applied: null,
    error: expect.stringContaining("darf keine Mitglieder mehr ändern"),
  });
  const { content } = (
    await app.call(usersContract.searchUsers, { query: { q: "Nach600" } }, admin)
  ).body;
  expect(content).toEqual([]);
});

test("who is missing leaves today; administrators and those who left before stay as they are, and undo takes it back", async () => {
  const { app, admin, tenant, apply, preview, revert, rows } = club;
  const boss = await app.user(tenant, { isAdmin: true, firstname: "Berta", lastname: "Chefin" });
  const bossNumber = (await app.call(usersContract.getUser, { params: { id: boss.id } }, admin))
    .body.memberNumber;
  const id = await club.source({ onMissing: "SET_LEFT" });
  const file = (lines: string[]) => [`${HEAD};Eintritt;Austritt`, ...lines].join("\r\n");
  const all = file([
    `${bossNumber};Berta;Chefin;;;`,
    "701;Eva;Bleibt;Ulm;;",
    "702;Uwe;Geht;Ulm;;",
    "703;Ida;Ging;Ulm;;31.12.2020",
    "704;Ole;Kommt;Ulm;01.01.2099;",
  ]);
  await apply((await preview(id, all)).id);
  const run = await preview(id, file(["701;Eva;Bleibt;Ulm;;"]));
  const missing = (await rows(run.id, "MISSING")).map(({ user }) => user?.lastname);
  expect(new Set(missing)).toEqual(new Set(["Chefin", "Geht", "Kommt"]));
  expect(await apply(run.id)).toMatchObject({
    state: "APPLIED",
    applied: { left: 2, updated: 0, created: 0 },
  });
  const left = async () => {
    const { content } = (
      await app.call(
        usersContract.searchUsers,
        { query: { q: "70", size: 50, asOf: "2000-01-01" } },
        admin,
      )
    ).body;
    return Object.fromEntries(
      content
        .filter(({ memberNumber }) => /^70\d$/.test(memberNumber))
        .map(({ lastname, leftOn }) => [lastname, leftOn]),
    );
  };
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());
  expect(await left()).toEqual({
    Bleibt: null,
    Geht: today,
    Ging: "2020-12-31",
    Kommt: "2099-01-01",
  });
  expect(
    (await app.call(usersContract.getUser, { params: { id: boss.id } }, admin)).body.leftOn,
  ).toBeNull();
  await revert(run.id);
  expect(await left()).toEqual({ Bleibt: null, Geht: null, Ging: "2020-12-31", Kommt: null });
});
