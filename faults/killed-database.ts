import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../e2e/support/server.ts";
import { databaseProcess } from "./database-process.ts";
import { mailIsWritten } from "./mail-is-written.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";

const ROUNDS = 7;
const WRITING_MS = 2_000;
const RECOVERY_LIMIT_MS = 10_000;

/**
 * The embedded PostgreSQL is killed while people write. The server starts it again by itself, stays
 * the same process and says that it is alive, and everything acknowledged is there.
 */
export async function killedDatabase(report: Report): Promise<void> {
  const server = await startServer();
  try {
    const office = new Office(server.url);
    await office.logIn();
    const database = await databaseProcess(server.dataDir);
    const created: string[] = [];
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        const id = await office.create(office.newCreation("Absturz")).catch(() => undefined);
        if (id === undefined) await wait(20);
        else created.push(id);
      }
    })();
    const alive: number[] = [];
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await wait(WRITING_MS);
      await database.kill();
      const begun = performance.now();
      let status = 0;
      while (status !== 200 && performance.now() - begun < 3 * RECOVERY_LIMIT_MS) {
        await wait(100);
        alive.push((await fetch(`${server.url}/health/live`)).status);
        ({ status } = await office.readList());
      }
      times.push(status === 200 ? Math.round(performance.now() - begun) : Infinity);
    }
    await wait(WRITING_MS);
    isOver = true;
    await writing;
    report.holds(
      `the database is back within 10 s of each of ${ROUNDS} kills`,
      `${times.join(" ")} ms`,
      times.every((time) => time <= RECOVERY_LIMIT_MS),
    );
    report.holds(
      "the server says all the time that it is alive",
      `${alive.length} times asked`,
      alive.every((status) => status === 200),
    );
    const members = (await office.membersMarked("Absturz")).map(({ id }) => id);
    report.holds(
      "every acknowledged member is there, once",
      `${created.length} acknowledged, ${members.length} there`,
      created.length > 0 &&
        new Set(members).size === members.length &&
        created.every((id) => members.includes(id)),
    );
    await mailIsWritten(report, office, server, "database killed");
    report.holds(
      "the server process was never restarted",
      `process ${server.process.pid}`,
      server.process.exitCode === null,
    );
  } finally {
    await server.stop();
  }
}
