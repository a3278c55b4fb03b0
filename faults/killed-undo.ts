import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../e2e/support/server.ts";
import { Imports } from "./imports.ts";
import type { Report } from "./report.ts";

const ROWS = 5_000;
const MARK = "Rücknahme";
const KILLED_AFTER_MS = [400, 1_500];
/** A dead worker's jobs are given to others after a minute of silence. */
const TAKEN_OVER_MS = 150_000;

/**
 * kill -9 of the server while an import of 5,000 members is taken back: none or all of it, and it
 * is completed by itself.
 */
export async function killedUndo(report: Report): Promise<void> {
  let server = await startServer();
  try {
    for (const [index, ms] of KILLED_AFTER_MS.entries()) {
      const round = `round ${index + 1}`;
      let office = await Imports.at(server);
      const run = await office.previewed(MARK, ROWS);
      await office.apply(run.id);
      const applied = await office.until(
        run.id,
        ({ state }) => state !== "APPLYING",
        TAKEN_OVER_MS,
      );
      report.holds(
        `${round}: the import is there`,
        `${applied.state}, ${await office.count(MARK)} members`,
        (await office.count(MARK)) === ROWS,
      );
      await office.revert(run.id);
      await wait(ms);
      server.process.kill("SIGKILL");
      server = await startServer({ dataDir: server.dataDir, port: server.port });
      office = await Imports.at(server);
      const after = await office.count(MARK);
      report.holds(
        `${round}: killed after ${ms} ms, all or none are there`,
        `${after} of ${ROWS}`,
        after === 0 || after === ROWS,
      );
      const done = await office.until(run.id, ({ stage }) => stage === null, TAKEN_OVER_MS);
      const left = await office.count(MARK);
      report.holds(
        `${round}: the undo is completed by itself`,
        `${done.state}, ${left} members`,
        done.state === "REVERTED" && left === 0,
      );
    }
  } finally {
    await server.stop();
  }
}
