import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { mailServer, type TestMailServer } from "#modules/messages/server/mail/testing.ts";
import type { ExportRun, ExportTarget } from "#modules/transfer/export-contract.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { AdminApi } from "./admin-api.ts";
import { Imports } from "./imports.ts";
import type { Report } from "./report.ts";

const MEMBERS = 20_000;
/** After the files are begun: while they are written, and while they are put where they belong. */
const KILLED_AFTER_MS = [150, 600, 1_200];
/** A dead worker's jobs are given to others after a minute of silence. */
const TAKEN_OVER_MS = 150_000;
const SCHEDULED = 5;
const RECIPIENT = "verband@example.org";

/**
 * kill -9 of the server while files for a document share and for a mail are being written: no half file is ever shown,
 * each run completes by itself, and what it delivers arrives once. Then runs by schedule with two servers at once.
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
      await office.target({ name: "Ablage", format: "CSV", destination: { kind: "FILE_SHARE", shareId, onConflict: "RENAME" } }),
      await office.target({ name: "Verband", format: "XLSX", destination: { kind: "EMAIL", recipients: [RECIPIENT] } }),
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
        const isWhole = done.state === "DONE" && file.sha256 === done.sha256 && file.size === done.size && done.count === done.progress.total;
        report.holds(
          `round ${round}: the run „${done.targetName}“ is completed by itself, with a whole file`,
          `${done.state}, ${done.count} of ${done.progress.total} members, ${file.size} of ${done.size} bytes`,
          isWhole && done.count >= MEMBERS,
        );
      }
      const files = await office.filesIn(shareId);
      report.holds(`round ${round}: the share has one file for each run`, `${files} of ${round}`, files === round);
      const mails = await arrived(mail, round);
      report.holds(`round ${round}: one mail has arrived for each run`, `${mails} of ${round}`, mails === round);
    }
    await onceWithTwoServers(report, server, env);
  } finally {
    await server.stop();
    await mail.stop();
  }
}

async function fill(server: RunningServer): Promise<void> {
  const imports = await Imports.at(server);
  const run = await imports.previewed("Ausfuhr", MEMBERS);
  await imports.apply(run.id);
  const { state, error } = await imports.until(run.id, ({ state: now }) => now !== "APPLYING", 180_000);
  if (state !== "APPLIED") throw new Error(`the club was not filled: ${error ?? state}`);
}

/** Mails to the recipient once there are enough of them, and some time for one too many. */
async function arrived(mail: TestMailServer, wanted: number): Promise<number> {
  const count = async () => (await mail.received()).filter(({ recipient }) => recipient === RECIPIENT).length;
  for (const end = Date.now() + TAKEN_OVER_MS; (await count()) < wanted && Date.now() < end;) await wait(500);
  await wait(3_000);
  return count();
}

/** Both processes wait for the same minute; each target runs once. */
async function onceWithTwoServers(report: Report, server: RunningServer, env: Record<string, string>): Promise<void> {
  const second = await startServer({ dataDir: server.dataDir, env });
  try {
    const office = await Exports.at(server);
    const at = Temporal.Now.zonedDateTimeISO("Europe/Berlin").add({ seconds: 80 });
    const ids: string[] = [];
    for (let number = 0; number < SCHEDULED; number++)
      ids.push((await office.target({ name: `Nacht ${number}`, format: "CSV", schedule: `${at.minute} ${at.hour} * * *` })).id);
    await wait(at.with({ second: 0, millisecond: 0 }).epochMilliseconds - Date.now());
    const counts = [];
    for (const id of ids) {
      const runs = await office.untilRunBySchedule(id);
      counts.push(runs.filter(({ scheduled }) => scheduled).length);
    }
    await wait(10_000);
    for (const [index, id] of ids.entries()) counts[index] = (await office.runsOf(id)).length;
    report.holds(
      "with two servers each schedule runs exactly once",
      `${counts.join(", ")} runs`,
      counts.every((count) => count === 1),
    );
  } finally {
    await second.stop({ keepData: true });
  }
}

/** The administrator's browser as far as exports go. */
class Exports {
  readonly #api: AdminApi;

  private constructor(api: AdminApi) {
    this.#api = api;
  }

  static async at(server: RunningServer): Promise<Exports> {
    return new Exports(await AdminApi.at(server));
  }

  async newShare(): Promise<string> {
    return (await this.#api.send<{ id: string }>("POST", "/file-share", { name: "Ausfuhren" })).id;
  }

  target(values: object): Promise<ExportTarget> {
    return this.#api.send("POST", "/export-target", { fileName: "{name}", ...values });
  }

  run(targetId: string): Promise<ExportRun> {
    return this.#api.json("POST", `/export-target/${targetId}/run`);
  }

  #runNow(id: string): Promise<ExportRun> {
    return this.#api.json("GET", `/export-run/${id}`);
  }

  /** Waits until files are being written and then some time; answers how far they were. */
  async untilWriting(runs: readonly ExportRun[], ms: number): Promise<string> {
    const now = () => Promise.all(runs.map(({ id }) => this.#runNow(id)));
    while ((await now()).every(({ state }) => state === "QUEUED")) await wait(20);
    await wait(ms);
    return (await now()).map(({ state, progress }) => `${state} ${progress.done}`).join(", ");
  }

  /** An unfinished run has neither a name nor bytes. */
  async shownAsUnfinished(id: string): Promise<string> {
    const run = await this.#runNow(id);
    if (run.state === "DONE") return "done";
    const { status } = await this.#api.fetch("GET", `/export-run/${id}/file`);
    return run.fileName === null && run.sha256 === null && status >= 400 ? "nothing" : `half: ${run.fileName ?? ""} answers ${status}`;
  }

  async untilEnded(id: string): Promise<ExportRun> {
    for (const end = Date.now() + TAKEN_OVER_MS; ; await wait(500)) {
      const run = await this.#runNow(id);
      if (run.state === "DONE" || run.state === "FAILED" || Date.now() > end) return run;
    }
  }

  async file(id: string): Promise<{ size: number; sha256: string }> {
    const answer = await this.#api.fetch("GET", `/export-run/${id}/file`);
    if (!answer.ok) return { size: 0, sha256: `${answer.status}` };
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  }

  async filesIn(shareId: string): Promise<number> {
    return (await this.#api.json<unknown[]>("GET", `/file-share/${shareId}/list-recursive`)).length;
  }

  async runsOf(targetId: string): Promise<ExportRun[]> {
    return (await this.#api.json<{ content: ExportRun[] }>("GET", `/export-run/search?target=${targetId}`)).content;
  }

  async untilRunBySchedule(targetId: string): Promise<ExportRun[]> {
    for (const end = Date.now() + TAKEN_OVER_MS; ; await wait(500)) {
      const runs = await this.runsOf(targetId);
      if (runs.some(({ state }) => state === "DONE" || state === "FAILED") || Date.now() > end) return runs;
    }
  }
}
