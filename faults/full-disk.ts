import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { freeSpace } from "#platform/server/disk/free-space.ts";
import { AdminApi, sha256 } from "./admin-api.ts";
import { mailIsWritten } from "./mail-is-written.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";
import { runCommand } from "./run-command.ts";
import { Uploads } from "./uploads.ts";

const run = promisify(execFile);
const MIB = 1024 * 1024;
const DISK_MIB = 700;
const RESERVE_MIB = 160;
const FILE_BYTES = 8 * MIB;
const FULL_MS = 8_000;
const RECOVERY_LIMIT_MS = 10_000;

/**
 * Everything an installation has lies on one small disk. Uploads stop at the reserve while people
 * log in, read and write; then something else takes the rest of the disk to its last byte. Every
 * refusal says so in words, and once there is room again all goes on without a restart.
 */
export async function fullDisk(report: Report): Promise<void> {
  if (process.getuid?.() !== 0)
    return report.leftOut("a disk that is full to its last byte", "only root may mount one");
  const dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-full-disk-"));
  await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "vereinsheim", dataDir]);
  try {
    const server = await startServer({ dataDir, env: { DISK_RESERVE: `${RESERVE_MIB}MiB` } });
    const club = await Club.of(server);
    try {
      await club.reachesReserve(report);
      const takeBack = await fillUp(dataDir);
      await club.isFull(report);
      await refusedBackup(report, dataDir, "beside the server");
      await takeBack();
      await club.goesOn(report);
    } finally {
      await server.stop({ keepData: true });
    }
    const takeBack = await fillUp(dataDir);
    await refusedBackup(report, dataDir, "without a server");
    await takeBack();
    await rm(join(dataDir, "mail"), { recursive: true, force: true });
    const checked = await runCommand(["check", "--deep"], dataDir);
    report.holds(
      "rows, references and files agree afterwards",
      checked.output.trim().split("\n").at(-1) ?? "",
      checked.code === 0,
    );
  } finally {
    await run("umount", [dataDir]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Takes all of the disk; returns what gives it back. */
async function fillUp(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, "ballast");
  const file = await open(path, "w");
  const block = Buffer.alloc(MIB, 1);
  for (let size = block.length; size >= 1; size = Math.floor(size / 2))
    while (await file.write(block, 0, size).catch(() => undefined));
  await file.close();
  return () => rm(path);
}

async function refusedBackup(report: Report, dataDir: string, when: string): Promise<void> {
  const folder = join(dataDir, "files");
  const { code, output } = await runCommand(["backup", join(folder, "backup.tar.zst")], dataDir);
  const left = (await readdir(folder)).filter((name) => name.startsWith("backup"));
  const lines = output.trim().split("\n");
  report.holds(
    `a backup onto the full disk ${when} ends in one German sentence and leaves nothing`,
    `exit ${code}: ${output.trim()} (${left.join(" ") || "nothing left"})`,
    code === 1 && lines.length === 1 && /Platz|frei/.test(output) && left.length === 0,
  );
  if (when !== "without a server") return;
  const pid = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  report.holds("… nor a PostgreSQL", pid.split("\n")[0] || "none", pid === "");
}

/** A club with one share, of which everything acknowledged is remembered. */
class Club {
  readonly #server: RunningServer;
  readonly #office: Office;
  readonly #api: AdminApi;
  readonly #uploads: Uploads;
  readonly #share: string;
  readonly #files = new Map<string, string>();
  readonly #members: string[] = [];
  /** Answers of the question whether the process lives. */
  readonly #alive: number[] = [];

  private constructor(
    server: RunningServer,
    office: Office,
    api: AdminApi,
    files: [Uploads, string],
  ) {
    this.#server = server;
    this.#office = office;
    this.#api = api;
    [this.#uploads, this.#share] = files;
  }

  static async of(server: RunningServer): Promise<Club> {
    const office = new Office(server.url);
    await office.logIn();
    const uploads = await Uploads.at(server);
    const share = await uploads.newShare("Voll");
    return new Club(server, office, await AdminApi.at(server), [uploads, share]);
  }

  /** Uploads until one is refused; the rest of the product does not notice. */
  async reachesReserve(report: Report): Promise<void> {
    let answer = await this.#upload();
    while (answer.status < 400 && this.#files.size < DISK_MIB) answer = await this.#upload();
    const { free } = await freeSpace(this.#server.dataDir);
    report.holds(
      "uploads stop while the reserve is left",
      `${answer.text}, ${Math.round(free / MIB)} MiB free`,
      answer.status === 507 && answer.isGerman && free > (RESERVE_MIB - 32) * MIB,
    );
    await this.#office.logIn();
    const { status } = await this.#office.readList();
    this.#members.push(await this.#office.create(this.#office.newCreation("Reserve")));
    const ready = await this.#health("ready");
    report.holds(
      "people log in, read and write meanwhile, and readiness says it",
      `list ${status}, ready ${ready.status} ${ready.text}`,
      status === 200 && ready.status === 200 && ready.text.includes('"files":"RESERVE"'),
    );
  }

  /** Nothing more fits on the disk: whatever is refused is refused in words, with 507. */
  async isFull(report: Report): Promise<void> {
    const seen = new Map<string, number>();
    const note = (what: string, status: number) =>
      seen.set(`${what} ${status}`, (seen.get(`${what} ${status}`) ?? 0) + 1);
    const wordless: string[] = [];
    const until = Date.now() + FULL_MS;
    const write = async () => {
      while (Date.now() < until) {
        const creation = this.#office.newCreation("Voll");
        const answer = await this.#send("/user", {
          firstname: "Voll",
          lastname: creation.lastname,
        });
        note("write", answer.status);
        if (answer.status === 201) this.#members.push(answer.id);
        else if (!answer.isGerman) wordless.push(answer.text);
      }
    };
    const watch = async () => {
      while (Date.now() < until) {
        this.#alive.push((await this.#health("live")).status);
        const { status, text } = await this.#office.readList();
        note("read", status);
        if (status !== 200 && !isSentence(text)) wordless.push(text);
        await wait(100);
      }
    };
    await Promise.all([write(), write(), write(), watch()]);
    const upload = await this.#upload();
    const login = await this.#office.logIn().then(() => "in", String);
    const [ready, metrics] = [await this.#health("ready"), await this.#metrics()];
    const statuses = [...seen].map(([what, count]) => `${what} ×${count}`).join(", ");
    report.holds(
      "on the full disk writes are 507 and say why, nothing else fails otherwise",
      statuses,
      wordless.length === 0 &&
        [...seen.keys()].every((what) => /^(read (200|507)|write (201|507))$/.test(what)) &&
        seen.has("write 507"),
    );
    report.holds("an upload is refused", upload.text, upload.status === 507 && upload.isGerman);
    // What still finds a place in a table's pages is let in.
    report.holds(
      "people are let in, or the log-in says why not",
      login.replaceAll(/<style.*?<\/style>|<[^>]*>|\s+/gs, " ").slice(0, 300),
      // This browser asks for no kind of answer, and is told as scripts are.
      login === "in" || (/answered 507/.test(login) && isSentence(login)),
    );
    report.holds(
      "readiness and a figure say it",
      `${ready.status} ${ready.text}, vereinsheim_database_full ${metrics}`,
      ready.status === 503 && ready.text.includes('"database":"FULL"') && metrics === "1",
    );
  }

  /** Room is there again: no restart, and nothing acknowledged is lost. */
  async goesOn(report: Report): Promise<void> {
    const begun = performance.now();
    let works = false;
    while (!works && performance.now() - begun < 3 * RECOVERY_LIMIT_MS) {
      this.#alive.push((await this.#health("live")).status);
      works = await this.#works();
      if (!works) await wait(100);
    }
    const ms = Math.round(performance.now() - begun);
    report.holds(
      "with room again people log in, read and write within 10 s",
      `${ms} ms`,
      works && ms <= RECOVERY_LIMIT_MS,
    );
    while ((await this.#health("ready")).status !== 200 && performance.now() - begun < 60_000)
      await wait(200);
    report.holds(
      "readiness returns",
      `after ${Math.round(performance.now() - begun)} ms`,
      (await this.#health("ready")).status === 200,
    );
    report.holds(
      "the same process was there all the time, and alive",
      `process ${this.#server.process.pid}, ${this.#alive.length} times asked`,
      this.#server.process.exitCode === null && this.#alive.every((status) => status === 200),
    );
    const there = [
      ...(await this.#office.membersMarked("Voll")),
      ...(await this.#office.membersMarked("Reserve")),
    ].map(({ id }) => id);
    report.holds(
      "every acknowledged member is there, once",
      `${this.#members.length} acknowledged, ${there.length} there`,
      new Set(there).size === there.length && this.#members.every((id) => there.includes(id)),
    );
    const listed = new Map(
      (await this.#uploads.files(this.#share)).map((file) => [file.path, file.sha256]),
    );
    let whole = 0;
    for (const [path, sum] of this.#files)
      if (
        listed.get(path) === sum &&
        sha256(await this.#uploads.download(this.#share, path)) === sum
      )
        whole += 1;
    report.holds(
      "every acknowledged file is there, whole",
      `${whole} of ${this.#files.size}, ${listed.size} listed`,
      whole === this.#files.size && listed.size === whole,
    );
    await mailIsWritten(report, this.#office, this.#server, "room again");
  }

  async #works(): Promise<boolean> {
    try {
      await this.#office.logIn();
      this.#members.push(await this.#office.create(this.#office.newCreation("Voll")));
      return (await this.#office.readList()).status === 200;
    } catch {
      return false;
    }
  }

  async #upload(): Promise<Answer> {
    const attempt = { path: `${this.#files.size + 1}.bin`, bytes: randomBytes(FILE_BYTES) };
    try {
      await this.#uploads.goOn(this.#share, attempt);
      this.#files.set(attempt.path, sha256(attempt.bytes));
      return { status: 201, id: attempt.path, text: "", isGerman: true };
    } catch (error) {
      const [, status, text = ""] = /answered (\d+): (.*)$/s.exec(String(error)) ?? [];
      const sentence = /"detail":"(.*?)"/.exec(text)?.[1] ?? text;
      return {
        status: Number(status),
        id: "",
        text: `${status} ${sentence}`,
        isGerman: isSentence(sentence),
      };
    }
  }

  async #send(path: string, body: object): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    return answerOf(await this.#api.fetch("POST", path, headers, JSON.stringify(body)));
  }

  async #health(which: "live" | "ready"): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${this.#server.url}/health/${which}`);
    return { status: answer.status, text: await answer.text() };
  }

  async #metrics(): Promise<string | undefined> {
    const text = await (await fetch(`${this.#server.url}/metrics`)).text();
    return /^vereinsheim_database_full (\d)$/m.exec(text)?.[1];
  }
}

interface Answer {
  status: number;
  /** Of what was made. */
  id: string;
  /** For the report. */
  text: string;
  isGerman: boolean;
}

async function answerOf(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const { id = "", detail = "" } = JSON.parse(text) as { id?: string; detail?: string };
  return {
    status: answer.status,
    id,
    text: `${answer.status} ${detail}`,
    isGerman: isSentence(text),
  };
}

function isSentence(text: string): boolean {
  return /Speicherplatz/.test(text);
}
