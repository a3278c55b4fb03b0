import { afterAll, beforeAll, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { exportContract } from "../../export-contract.ts";
import { importContract } from "../../import-contract.ts";
import { aRun } from "#platform/server/testing/jobs.ts";
import { cleanUpExports } from "./cleanup.ts";
import { runExport } from "./runs/run-export.ts";
import { setTenantState } from "#modules/tenants/server/public.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { startScheduledExport } from "./targets/scheduled-run.ts";
import { anExportTarget, exportedFile, ranExport } from "./testing.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), {
    firstname: "Anna",
    lastname: "Admin",
    isAdmin: true,
  });
});
afterAll(() => app?.close());

async function member(
  firstname: string,
  lastname = "Wandel",
): Promise<{ id: string; version: number; memberNumber: string }> {
  return (await app.call(usersContract.createUser, { body: { firstname, lastname } }, admin)).body;
}

test("only changes since the last run: new, changed and gone ones marked", async () => {
  const [anton, berta, carla] = [
    await member("Anton"),
    await member("Berta"),
    await member("Carla"),
  ];
  const target = await anExportTarget(app, admin, {
    onlyChanges: true,
    filter: { q: "Wandel" },
    sort: "firstname",
  });
  const lines = async () => {
    const run = await ranExport(app, admin, target.id);
    const text = (await exportedFile(app, admin, run.id)).toString("utf8");
    return {
      run,
      lines: text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) =>
          line
            .split(";")
            .filter((_cell, index) => [0, 4].includes(index))
            .join(" "),
        ),
    };
  };
  const first = await lines();
  expect(first.run.changes).toEqual({ new: 3, changed: 0, gone: 0 });
  expect(first.lines).toEqual(["neu Anton", "neu Berta", "neu Carla"]);
  const nothing = await lines();
  expect(nothing.run).toMatchObject({
    count: 0,
    changes: { new: 0, changed: 0, gone: 0 },
    state: "DONE",
  });
  await member("Dora");
  const { id, version, memberNumber } = berta;
  await app.call(
    usersContract.updateUser,
    {
      params: { id },
      body: { memberNumber, firstname: "Berta", lastname: "Wandel", city: "Ulm", version },
    },
    admin,
  );
  await app.call(usersContract.deleteUser, { params: { id: anton.id } }, admin);
  await app.call(
    usersContract.updateUser,
    {
      params: { id: carla.id },
      body: {
        memberNumber: carla.memberNumber,
        firstname: "Carla",
        lastname: "Anders",
        version: carla.version,
      },
    },
    admin,
  );
  const later = await lines();
  expect(later.run).toMatchObject({ count: 4, changes: { new: 1, changed: 1, gone: 2 } });
  expect(later.lines.toSorted()).toEqual([
    "geändert Berta",
    "neu Dora",
    "weggefallen Anton",
    "weggefallen Carla",
  ]);
  expect((await lines()).run.count).toBe(0);
});

test("a run that failed is no run to compare with", async () => {
  await member("Emil", "Fehlschlag");
  const destination = { kind: "HTTP_PUT" as const, url: "https://127.0.0.1/x" };
  const target = await anExportTarget(app, admin, {
    onlyChanges: true,
    filter: { q: "Fehlschlag" },
    destination,
  });
  expect((await ranExport(app, admin, target.id)).state).toBe("FAILED");
  const now = await app.call(
    exportContract.updateExportTarget,
    {
      params: { id: target.id },
      body: {
        name: target.name,
        format: "CSV",
        onlyChanges: true,
        filter: { q: "Fehlschlag" },
        version: 1,
      },
    },
    admin,
  );
  expect(now.status).toBe(200);
  expect((await ranExport(app, admin, target.id)).changes).toEqual({ new: 1, changed: 0, gone: 0 });
});

test("what changed before a failed run is told by the next one that works", async () => {
  const { id, version, memberNumber } = await member("Fritz", "Zwischenfall");
  const wish = { onlyChanges: true, filter: { q: "Zwischenfall" } };
  const target = await anExportTarget(app, admin, wish);
  expect((await ranExport(app, admin, target.id)).changes).toEqual({ new: 1, changed: 0, gone: 0 });
  const moved = {
    memberNumber,
    firstname: "Fritz",
    lastname: "Zwischenfall",
    city: "Ulm",
    version,
  };
  await app.call(usersContract.updateUser, { params: { id }, body: moved }, admin);
  const send = async (destination: object, of: number) => {
    const body = {
      name: target.name,
      format: "CSV" as const,
      ...wish,
      destination: destination as never,
      version: of,
    };
    expect(
      (
        await app.call(
          exportContract.updateExportTarget,
          { params: { id: target.id }, body },
          admin,
        )
      ).status,
    ).toBe(200);
    return ranExport(app, admin, target.id);
  };
  const failed = await send({ kind: "HTTP_PUT", url: "https://127.0.0.1/x" }, 1);
  expect(failed).toMatchObject({ state: "FAILED", changes: { new: 0, changed: 1, gone: 0 } });
  expect(await send({ kind: "DOWNLOAD" }, 2)).toMatchObject({
    state: "DONE",
    changes: { new: 0, changed: 1, gone: 0 },
  });
  expect((await ranExport(app, admin, target.id)).changes).toEqual({ new: 0, changed: 0, gone: 0 });
});

test("an import that is taken back is told only as far as somebody was told of it", async () => {
  const { memberNumber } = await member("Paul", "Rücknahme");
  const target = await anExportTarget(app, admin, {
    onlyChanges: true,
    filter: { q: "Rücknahme" },
  });
  const told = async () => (await ranExport(app, admin, target.id)).changes;
  expect(await told()).toEqual({ new: 1, changed: 0, gone: 0 });
  const source = await app.call(
    importContract.createImportSource,
    { body: { name: "Rücknahme" } },
    admin,
  );
  const imported = async () => {
    const body = Buffer.from(
      `Mitgliedsnummer;Vorname;Nachname;Ort\n${memberNumber};Paul;Rücknahme;Ulm\n`,
    );
    const run = await app.call(
      importContract.runImportSource,
      { params: { id: source.body.id }, body },
      admin,
    );
    await app.runJobs();
    expect(
      (await app.call(importContract.applyImport, { params: { id: run.body.id } }, admin)).status,
    ).toBe(202);
    await app.runJobs();
    return async () => {
      expect(
        (await app.call(importContract.revertImport, { params: { id: run.body.id } }, admin))
          .status,
      ).toBe(202);
      await app.runJobs();
    };
  };
  await (
    await imported()
  )();
  expect(await told()).toEqual({ new: 0, changed: 0, gone: 0 });
  const takeBack = await imported();
  expect(await told()).toEqual({ new: 0, changed: 1, gone: 0 });
  await takeBack();
  expect(await told()).toEqual({ new: 0, changed: 1, gone: 0 });
  expect(await told()).toEqual({ new: 0, changed: 0, gone: 0 });
});

test("a job that runs twice has one effect", async () => {
  const target = await anExportTarget(app, admin, { onlyChanges: true });
  const started = await app.call(
    exportContract.runExportTarget,
    { params: { id: target.id } },
    admin,
  );
  const job = { ...aRun(app.services, admin.tenant.id), maxAttempts: 5 };
  const run = runExport.bind(app.services);
  await Promise.allSettled([
    run({ runId: started.body.id }, job),
    run({ runId: started.body.id }, job),
  ]);
  await app.runJobs();
  const runs = await app.call(
    exportContract.searchExportRuns,
    { query: { target: target.id } },
    admin,
  );
  expect(runs.body.content).toHaveLength(1);
  expect(runs.body.content[0]).toMatchObject({ state: "DONE" });
  expect(await exportedFile(app, admin, started.body.id)).not.toHaveLength(0);
});

test("a schedule runs exactly once, whoever wakes first, and knows its next time", async () => {
  const target = await anExportTarget(app, admin, { schedule: "0 6 * * 1" });
  expect(target.nextRunAt).not.toBeNull();
  const at = target.nextRunAt ?? "";
  const wake = () =>
    startScheduledExport.bind(app.services)(
      { targetId: target.id, at },
      aRun(app.services, admin.tenant.id),
    );
  await Promise.all([wake(), wake(), wake()]);
  await app.runJobs();
  await wake();
  const runs = await app.call(
    exportContract.searchExportRuns,
    { query: { target: target.id } },
    admin,
  );
  expect(runs.body.content).toMatchObject([
    { scheduled: true, state: "DONE", actor: { id: admin.id } },
  ]);
});

test("a suspended club exports nothing; once it is back the missed time is made up for", async () => {
  const target = await anExportTarget(app, admin, { schedule: "0 6 * * 1" });
  const { tenant } = admin;
  const runs = async () =>
    (await app.call(exportContract.searchExportRuns, { query: { target: target.id } }, admin)).body
      .content;
  const makeDue = () =>
    withClient(app.services.environment.databaseUrl ?? "", (client) =>
      client.query(
        "SELECT graphile_worker.reschedule_jobs(ARRAY[id], run_at => now()) FROM graphile_worker.jobs WHERE key LIKE $1",
        [`%:${target.id}`],
      ),
    );
  await setTenantState(app.services.database, tenant.name, "SUSPENDED");
  await makeDue();
  await app.runJobs();
  await setTenantState(app.services.database, tenant.name, "ACTIVE");
  await expect.poll(runs).toEqual([]);
  await makeDue();
  await app.runJobs();
  expect(await runs()).toMatchObject([{ scheduled: true, state: "DONE" }]);
});

test("a schedule that was changed or switched off lets the old time pass", async () => {
  const target = await anExportTarget(app, admin, { schedule: "0 6 * * 1" });
  const body = { name: target.name, format: "CSV" as const, schedule: null, version: 1 };
  await app.call(exportContract.updateExportTarget, { params: { id: target.id }, body }, admin);
  await startScheduledExport.bind(app.services)(
    { targetId: target.id, at: target.nextRunAt },
    aRun(app.services, admin.tenant.id),
  );
  const runs = await app.call(
    exportContract.searchExportRuns,
    { query: { target: target.id } },
    admin,
  );
  expect(runs.body.totalElements).toBe(0);
  for (const schedule of ["* * * * *", "Unsinn", "0 0 31 2 *"]) {
    const refused = await app.call(
      exportContract.createExportTarget,
      { body: { name: `Zeit ${schedule}`, format: "CSV", schedule } },
      admin,
    );
    expect(refused.status).toBe(422);
  }
});

test("a scheduled run has the rights of who set it up, as they are on that day", async () => {
  const clerk = await app.user(admin.tenant, {
    firstname: "Klaus",
    lastname: "Kanzlei",
    permissions: ["MANAGE_EXPORTS", "QUERY_USER"],
  });
  const target = await anExportTarget(app, clerk, { schedule: "0 6 * * 1" });
  await app.call(
    usersContract.setUserPermissions,
    {
      params: { id: clerk.id },
      body: { permissions: ["MANAGE_EXPORTS"], isAdmin: false, version: 2 },
    },
    admin,
  );
  await startScheduledExport.bind(app.services)(
    { targetId: target.id, at: target.nextRunAt },
    aRun(app.services, admin.tenant.id),
  );
  await app.runJobs();
  const runs = await app.call(
    exportContract.searchExportRuns,
    { query: { target: target.id } },
    admin,
  );
  expect(runs.body.content[0]?.error).toContain("Klaus Kanzlei darf keine Exporte mehr ausführen");
});

test("the daily round lets nothing go that is still kept", async () => {
  const run = await ranExport(app, admin, (await anExportTarget(app, admin)).id);
  await app.runScheduled(cleanUpExports);
  expect(await exportedFile(app, admin, run.id)).not.toHaveLength(0);
});
