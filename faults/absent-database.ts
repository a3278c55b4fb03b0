import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startEmbeddedPostgres } from "#platform/server/database/embedded/embedded-postgres.ts";
import { startServer } from "../e2e/support/server.ts";
import { databaseProcess } from "./database-process.ts";
import { mailIsWritten } from "./mail-is-written.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";

/** Long enough for every time limit to pass. */
const STOPPED_MS = 10_000;
const HUNG_MS = 30_000;
const REFUSAL_LIMIT_MS = 5_000;
const RECOVERY_LIMIT_MS = 10_000;

/**
 * The database is stopped, then hangs, for thirty seconds: a clear 503 in time, and recovery
 * without a restart.
 */
export async function absentDatabase(report: Report): Promise<void> {
  // Somebody else's database: the server's own would be started again at once.
  const folder = await mkdtemp(join(tmpdir(), "vereinsheim-database-"));
  const cluster = await startEmbeddedPostgres(folder, "a password of this fault");
  const server = await startServer({ env: { DATABASE_URL: cluster.url } });
  try {
    const office = new Office(server.url);
    await office.logIn();
    const database = await databaseProcess(folder);

    await outage(report, office, {
      name: "stopped",
      ms: STOPPED_MS,
      begin: () => database.stop(),
      end: () => database.start(),
    });
    await mailIsWritten(report, office, server, "database stopped");
    await outage(report, office, {
      name: "hung",
      ms: HUNG_MS,
      begin: () => database.freeze(),
      end: async () => database.thaw(),
    });
    await mailIsWritten(report, office, server, "database hung");
    report.holds(
      "the server process was never restarted",
      `process ${server.process.pid}`,
      server.process.exitCode === null,
    );
  } finally {
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function outage(
  report: Report,
  office: Office,
  {
    name,
    ms,
    begin,
    end,
  }: { name: string; ms: number; begin: () => Promise<void>; end: () => Promise<void> },
): Promise<void> {
  await begin();
  const until = performance.now() + ms;
  const refusals = [];
  while (performance.now() < until) {
    refusals.push(...(await Promise.all(Array.from({ length: 4 }, () => office.readList()))));
    await wait(200);
  }
  await end();
  const slowest = Math.max(...refusals.map(({ ms }) => ms));
  const others = refusals.filter(({ status }) => status !== 503).map(({ status }) => status);
  report.holds(
    `database ${name}: every request answers 503`,
    `${refusals.length} requests, others: ${others.join(" ") || "none"}`,
    others.length === 0,
  );
  report.holds(
    `database ${name}: within 5 s`,
    `slowest ${Math.round(slowest)} ms`,
    slowest <= REFUSAL_LIMIT_MS,
  );
  report.holds(
    `database ${name}: with Retry-After`,
    refusals[0]?.retryAfter ?? "absent",
    refusals.every(({ retryAfter }) => retryAfter !== null),
  );

  const begun = performance.now();
  let status = 0;
  while (status !== 200 && performance.now() - begun < 3 * RECOVERY_LIMIT_MS) {
    ({ status } = await office.readList());
    if (status !== 200) await wait(100);
  }
  const recovered = performance.now() - begun;
  report.holds(
    `database ${name}: back within 10 s of the database, without a restart`,
    `${Math.round(recovered)} ms`,
    status === 200 && recovered <= RECOVERY_LIMIT_MS,
  );
  await office.create(office.newCreation("Danach"));
}
