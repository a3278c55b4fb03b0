import { setTimeout as wait } from "node:timers/promises";
import { mailServer, type TestMailServer } from "#modules/messages/server/mail/testing.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { Exports, TAKEN_OVER_MS } from "./exports.ts";
import { Imports } from "./imports.ts";
import type { Report } from "./report.ts";

const MEMBERS = 20_000;
/** After the files are begun: while they are written, and while they are put where they belong. */
const KILLED_AFTER_MS = [150, 600, 1_200];
const RECIPIENT = "verband@example.org";

/**
 * kill -9 of the server while files for a document share and for a mail are being written: no half
 * file is ever shown, each run completes by itself, and what it delivers arrives once.
 */
export async function killedExport(report: Report): Promise<void> {
  const mail = await mailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: "Verein <verein@example.org>" };
  let server = await startServer({ env });
  try {
    await fill(server);
    let office = await Exports.at(server);
    const shareId = await office.newShare();
    const targets = [
      await office.target({
        name: "Ablage",
        format: "CSV",
        destination: { kind: "FILE_SHARE", shareId, onConflict: "RENAME" },
      }),
      await office.target({
        name: "Verband",
        format: "XLSX",
        destination: { kind: "EMAIL", recipients: [RECIPIENT] },
      }),
    ];
    for (const [index, ms] of KILLED_AFTER_MS.entries()) {
      const round = index + 1;
      const runs = [];
      for (const { id } of targets) runs.push(await office.run(id));
      const seen = await office.untilWriting(runs, ms);
      server.process.kill("SIGKILL");
      server = await startServer({ dataDir: server.dataDir, port: server.port, env });
      office = await Exports.at(server);
      const half = [];
      for (const { id } of runs) half.push(await office.shownAsUnfinished(id));
      report.holds(
        `round ${round}: killed at ${seen}, an unfinished run shows no file`,
        half.join(", "),
        half.every((words) => !words.startsWith("half")),
      );
      for (const { id } of runs) {
        const done = await office.untilEnded(id);
        const file = await office.file(id);
        const isWhole =
          done.state === "DONE" &&
          file.sha256 === done.sha256 &&
          file.size === done.size &&
          done.count === done.progress.total;
        report.holds(
          `round ${round}: the run „${done.targetName}“ is completed by itself, with a whole file`,
          `${done.state}, ${done.count} of ${done.progress.total} members, ${file.size} of ${done.size} bytes`,
          isWhole && done.count >= MEMBERS,
        );
      }
      const files = await office.filesIn(shareId);
      report.holds(
        `round ${round}: the share has one file for each run`,
        `${files} of ${round}`,
        files === round,
      );
      const mails = await arrived(mail, round);
      report.holds(
        `round ${round}: one mail has arrived for each run`,
        `${mails} of ${round}`,
        mails === round,
      );
    }
  } finally {
    await server.stop();
    await mail.stop();
  }
}

async function fill(server: RunningServer): Promise<void> {
  const imports = await Imports.at(server);
  const run = await imports.previewed("Ausfuhr", MEMBERS);
  await imports.apply(run.id);
  const { state, error } = await imports.until(
    run.id,
    ({ state: now }) => now !== "APPLYING",
    180_000,
  );
  if (state !== "APPLIED") throw new Error(`the club was not filled: ${error ?? state}`);
}

/** Mails to the recipient once there are enough of them, and some time for one too many. */
async function arrived(mail: TestMailServer, wanted: number): Promise<number> {
  const count = async () =>
    (await mail.received()).filter(({ recipient }) => recipient === RECIPIENT).length;
  for (const end = Date.now() + TAKEN_OVER_MS; (await count()) < wanted && Date.now() < end;)
    await wait(500);
  await wait(3_000);
  return count();
}
