import { startServer } from "../e2e/support/server.ts";
import { Imports } from "./imports.ts";
import type { Report } from "./report.ts";

const ROWS = 5_000;
/** Names that sound different, or the comparison takes one round's people for those of another. */
const MARKS = ["Nordlicht", "Kupferberg", "Silbersee"];
const ROUNDS = MARKS.length;
/** A dead worker's jobs are given to others after a minute of silence. */
const TAKEN_OVER_MS = 150_000;

/**
 * kill -9 of the server while 5,000 new members are being written. None or all of them are there;
 * the run is completed by itself after the restart, without doubles.
 */
export async function killedImport(report: Report): Promise<void> {
  let server = await startServer();
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const mark = MARKS[round - 1] ?? "";
      let office = await Imports.at(server);
      const run = await office.previewed(mark, ROWS);
      report.holds(
        `round ${round}: the preview shows all rows as new`,
        `${run.counts.new} new`,
        run.counts.new === ROWS,
      );
      await office.apply(run.id);
      const seen = await office.untilWriting(run.id, round * 900);
      server.process.kill("SIGKILL");
      server = await startServer({ dataDir: server.dataDir, port: server.port });
      office = await Imports.at(server);
      const after = await office.count(mark);
      report.holds(
        `round ${round}: killed at row ${seen}, none or all are there`,
        `${after} of ${ROWS}`,
        after === 0 || after === ROWS,
      );
      const done = await office.until(run.id, ({ state }) => state !== "APPLYING", TAKEN_OVER_MS);
      const count = await office.count(mark);
      report.holds(
        `round ${round}: the import is completed by itself, without doubles`,
        `${done.state}, ${count} members`,
        done.state === "APPLIED" && count === ROWS,
      );
      const again = await office.previewed(mark, ROWS);
      report.holds(
        `round ${round}: the same file again changes nothing`,
        `${again.counts.same} same`,
        again.counts.same === ROWS && again.counts.new === 0,
      );
    }
  } finally {
    await server.stop();
  }
}
