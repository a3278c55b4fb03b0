import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../e2e/support/server.ts";
import { type Account, serviceAccount } from "#platform/server/database/embedded/programs.ts";

/** PostgreSQL as a distribution packages it; its programs, or why there are none. */
export type Programs = { folder: string; version: string } | { absent: string };

const DEBIAN = "/usr/lib/postgresql";
const PASSWORD = "only-for-this-run";
const SUPERUSER = "postgres";

/** Returns the programs of a version, or of the newest that is installed. */
export async function debianPostgres(wanted?: string): Promise<Programs> {
  const installed = (await readdir(DEBIAN).catch(() => [] as string[]))
    .filter((version) => wanted === undefined || version === wanted)
    .toSorted((one, other) => Number(other) - Number(one));
  for (const version of installed) {
    const folder = join(DEBIAN, version, "bin");
    const programs = new Set(await readdir(folder).catch(() => [] as string[]));
    if (["initdb", "pg_ctl", "pg_basebackup", "pg_dump"].every((name) => programs.has(name)))
      return { folder, version };
  }
  return { absent: `no ${DEBIAN}/*/bin with server programs (apt-get install postgresql-15)` };
}

/** Those whose run was broken off: nobody else would end them. */
const running = new Set<string>();
process.once("exit", () => {
  for (const data of running) {
    if (!existsSync(join(data, "postmaster.pid"))) continue;
    const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    // At once: this process waits for nothing any more.
    if (Number(pid) > 0) signal(Number(pid), "SIGQUIT");
  }
});

/** A PostgreSQL of its own, on a port of 127.0.0.1, with files that go with it. */
export class DebianCluster {
  readonly port: number;
  readonly #programs: string;
  readonly #folder: string;
  readonly #account: Account | undefined;

  private constructor(
    programs: string,
    folder: string,
    port: number,
    account: Account | undefined,
  ) {
    this.#programs = programs;
    this.#folder = folder;
    this.port = port;
    this.#account = account;
  }

  /** Makes and starts one. */
  static async start(programs: string): Promise<DebianCluster> {
    const cluster = await DebianCluster.#empty(programs);
    const passwordFile = `${cluster.#folder}.password`;
    await writeFile(passwordFile, PASSWORD);
    if (cluster.#account !== undefined)
      await chown(passwordFile, cluster.#account.uid, cluster.#account.gid);
    await cluster.run("initdb", [
      "-D",
      cluster.data,
      "-U",
      SUPERUSER,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]);
    await rm(passwordFile);
    await cluster.begin();
    return cluster;
  }

  /** Makes and starts a streaming standby of another one, which knows it as `name`; on a port of its own. */
  static async standbyOf(
    primary: DebianCluster,
    name: string,
    port?: number,
  ): Promise<DebianCluster> {
    const cluster = await DebianCluster.#empty(primary.#programs, port);
    const source = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${PASSWORD} application_name=${name}`;
    await cluster.run("pg_basebackup", [
      "-D",
      cluster.data,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast",
      "-d",
      source,
    ]);
    await cluster.begin();
    return cluster;
  }

  static async #empty(programs: string, port?: number): Promise<DebianCluster> {
    const folder = await mkdtemp(join(tmpdir(), "vereinsheim-postgresql-"));
    const account = process.getuid?.() === 0 ? await serviceAccount() : undefined;
    if (account !== undefined) await chown(folder, account.uid, account.gid);
    return new DebianCluster(programs, folder, port ?? (await freePort()), account);
  }

  get data(): string {
    return join(this.#folder, "data");
  }

  /** The address of a database as its superuser, or as somebody else. */
  url(database = "postgres", user = SUPERUSER, password = PASSWORD): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  /** A path where its programs may write. */
  file(name: string): string {
    return join(this.#folder, name);
  }

  async version(): Promise<string> {
    return /\d[\d.]+/.exec(await this.run("postgres", ["--version"]))?.[0] ?? "";
  }

  async begin(): Promise<void> {
    running.add(this.data);
    const settings = `-c port=${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c wal_level=replica -c max_connections=120`;
    await this.run("pg_ctl", [
      "start",
      "-D",
      this.data,
      "-w",
      "-t",
      "60",
      "-l",
      join(this.#folder, "server.log"),
      "-o",
      settings,
    ]);
  }

  /** Makes a standby the primary. */
  promote(): Promise<string> {
    return this.run("pg_ctl", ["promote", "-D", this.data, "-w"]);
  }

  /** Ends every process of it at once, as a machine that fails. */
  async kill(): Promise<void> {
    for (const pid of await this.#processes()) signal(pid, "SIGKILL");
  }

  /** Halts every process of it: connections stay open and silent. */
  async freeze(): Promise<void> {
    for (const pid of await this.#processes()) signal(pid, "SIGSTOP");
  }

  /** Stops it, whatever became of it, and removes its files. */
  async drop(): Promise<void> {
    for (const pid of await this.#processes()) signal(pid, "SIGCONT");
    await this.run("pg_ctl", ["stop", "-D", this.data, "-m", "immediate", "-w"]).catch(() => {});
    running.delete(this.data);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Runs one of its programs to the end; as root under an account of its own. */
  async run(program: string, args: readonly string[]): Promise<string> {
    const path = join(this.#programs, program);
    const [file, all] =
      this.#account === undefined
        ? [path, args]
        : [
            "setpriv",
            [
              `--reuid=${this.#account.uid}`,
              `--regid=${this.#account.gid}`,
              "--clear-groups",
              path,
              ...args,
            ],
          ];
    return new Promise((resolve, reject) => {
      const child = spawn(file, all, {
        cwd: "/",
        // A Ctrl+C in the terminal is for the run, which ends the server itself.
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, LC_ALL: "C", PGPASSWORD: PASSWORD },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.on("error", reject);
      // "exit", not "close": a server that stays inherits the pipes.
      child.on("exit", (code) => {
        child.stdout.destroy();
        child.stderr.destroy();
        if (code === 0) resolve(output);
        else reject(new Error(`${program} ended with ${code}: ${output.trim()}`));
      });
    });
  }

  /** The server and its children; none when it has ended. */
  async #processes(): Promise<number[]> {
    const text = await readFile(join(this.data, "postmaster.pid"), "utf8").catch(() => "");
    const server = Number(text.split("\n")[0]);
    const command = await readFile(`/proc/${server}/cmdline`, "utf8").catch(() => "");
    if (!command.includes(this.data)) return [];
    const children = await readFile(`/proc/${server}/task/${server}/children`, "utf8").catch(
      () => "",
    );
    return [server, ...children.split(" ").filter(Boolean).map(Number)];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
