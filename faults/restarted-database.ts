import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../e2e/support/server.ts";
import { databaseProcess } from "./database-process.ts";
import { FollowingPage } from "./following-page.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";

const ROUNDS = 3;
const WRITING_MS = 4_000;
const LEARN_LIMIT_MS = 15_000;

/**
 * The database is restarted while pages are open at one server and people work at another. Whatever
 * was acknowledged has to reach every page: it is told of it, or told to read everything again
 * afterwards.
 */
export async function restartedDatabase(report: Report): Promise<void> {
  const here = await startServer();
  const there = await startServer({ dataDir: here.dataDir, env: { PUBLIC_URL: here.url } });
  try {
    const office = new Office(here.url);
    await office.logIn();
    const database = await databaseProcess(here.dataDir);
    const pages = {
      "at the same server": new FollowingPage(here.url, office.token),
      "at another server": new FollowingPage(there.url, office.token),
    };
    const changes: { id: string; since: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      let isOver = false;
      const writing = (async () => {
        while (!isOver) {
          const since = performance.now();
          const id = await office.create(office.newCreation("Neustart")).catch(() => undefined);
          if (id === undefined) await wait(20);
          else changes.push({ id, since });
        }
      })();
      await wait(WRITING_MS / 4);
      await database.stop();
      await database.start();
      await wait(WRITING_MS);
      isOver = true;
      await writing;
    }
    const until = performance.now() + LEARN_LIMIT_MS;
    for (const [name, page] of Object.entries(pages)) {
      const unknown = () => changes.filter(({ id, since }) => !page.knowsOf("user", id, since));
      while (unknown().length > 0 && performance.now() < until) await wait(100);
      report.holds(
        `a page ${name} learns of every change around ${ROUNDS} restarts`,
        `${changes.length} changes, ${unknown().length} unknown, connected anew ${page.losses} times`,
        changes.length > 0 && unknown().length === 0,
      );
      page.close();
    }
    const members = new Set((await office.membersMarked("Neustart")).map(({ id }) => id));
    report.holds(
      "every acknowledged change is there",
      `${members.size} of ${changes.length}`,
      changes.every(({ id }) => members.has(id)),
    );
  } finally {
    await there.stop({ keepData: true });
    await here.stop();
  }
}
