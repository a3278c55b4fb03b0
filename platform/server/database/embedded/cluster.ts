import { randomBytes } from "node:crypto";
import {
  access,
  chown,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Account, command } from "./programs.ts";

export const SUPERUSER = "vereinsheim";
const START_LIMIT_MS = 60_000;
const RETRY_MS = 200;
/** So long processes of a killed server may take to notice by themselves. */
const ORPHANS_MS = 3_000;
const PORT_TAKEN = /TCP\/IP sockets/;
const LOG_BYTES = 1024 * 1024;
/** What began to be made so long ago was given up. */
const ABANDONED_MS = 3_600_000;

/** Where PostgreSQL's files are, who owns them, and how durable they have to be. */
export interface Cluster {
  folder: string;
  account: Account | undefined;
  /** Gives up durability, for tests. */
  fast: boolean;
}

/** Makes the files of a cluster, unless another process is faster. */
export async function initialise({ folder, account }: Cluster, password: string): Promise<void> {
  await removeFormer(folder);
  // Under a name of its own first: a process that starts at the same moment does the same, and the
  // first to end has made everybody's.
  const own = `${folder}.new-${randomBytes(6).toString("hex")}`;
  const passwordFile = `${own}.password`;
  await mkdir(own, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [own, passwordFile]) await chown(path, account.uid, account.gid);
  try {
    const options = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--data-checksums"];
    await command(
      "initdb",
      ["-D", own, "-U", SUPERUSER, `--pwfile=${passwordFile}`, ...options],
      folder,
      account,
    );
    await rename(own, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(own, { recursive: true, force: true });
  }
}

/** Removes what a killed start left behind: an unfinished cluster has no PG_VERSION. */
async function removeFormer(folder: string): Promise<void> {
  if (!(await isInitialised(folder))) await rm(folder, { recursive: true, force: true });
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name);
    if (!name.startsWith(`${basename(folder)}.new-`)) continue;
    // A younger one may be another process's, on its way.
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Returns the port of the server on these files: of one that runs already, of one that another
 * process is starting, or of one that is `started` now, on `port` if that is given.
 */
export async function startOrJoin(
  cluster: Cluster,
  port?: number,
): Promise<{ port: number; started: boolean }> {
  let wanted = port ?? (await usualPort(cluster.folder));
  for (const begun = Date.now(); ; await pause(RETRY_MS)) {
    const running = await runningPort(cluster.folder);
    if (running !== undefined) return { port: running, started: false };
    const isLate = Date.now() - begun > START_LIMIT_MS;
    // A living one without a port is on its way.
    if (await hasPostmaster(cluster.folder)) {
      if (isLate) throw new Error(`PostgreSQL in ${cluster.folder} does not come up`);
      continue;
    }
    try {
      return { port: await start(cluster, wanted), started: true };
    } catch (error) {
      const isLate = Date.now() - begun > START_LIMIT_MS;
      if (port === undefined && !isLate && PORT_TAKEN.test(await lastWords(cluster.folder))) {
        // Between looking and listening somebody was faster, a copy of these files for example.
        wanted = await freePort();
        continue;
      }
      const isTaken = await hasPostmaster(cluster.folder);
      const orphans = isTaken ? [] : await orphansOf(cluster.folder);
      if (isLate || (!isTaken && orphans.length === 0)) throw error;
      // Processes of a killed server that are busy hold its memory, and with it the files.
      if (Date.now() - begun > ORPHANS_MS) for (const pid of orphans) endProcess(pid);
    }
  }
}

/** Stops the server; one that runs no more is stopped. */
export async function stop({ folder, account }: Cluster): Promise<void> {
  await command("pg_ctl", ["stop", "-D", folder, "-m", "fast", "-w"], folder, account);
}

async function start({ folder, account, fast }: Cluster, port: number): Promise<number> {
  await keepLogSmall(folder);
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "60",
    // What does not fit is in the system's cache: a copy of a page instead of a look at it. Twice as
    // much was a quarter of the memory that the whole product may take.
    shared_buffers: "128MB",
    effective_cache_size: "1GB",
    random_page_cost: "1.1",
    jit: "off",
    // Imports write faster than the default can hold until the background has taken it away.
    wal_buffers: "16MB",
    log_timezone: "UTC",
    timezone: "UTC",
    // What people typed stays out of the log.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
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
    ["start", "-D", folder, "-w", "-t", "60", "-l", logOf(folder), "-o", flags.join(" ")],
    folder,
    account,
  );
  return port;
}

/** The port of a server that already runs on these files, else undefined. */
async function runningPort(folder: string): Promise<number | undefined> {
  const lines = await readFile(join(folder, "postmaster.pid"), "utf8").then(
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

/** Returns the port that the server had last, so that everybody finds it again, while it is free. */
async function usualPort(folder: string): Promise<number> {
  const options = await readFile(join(folder, "postmaster.opts"), "utf8").catch(() => "");
  const last = Number(/port=(\d+)/.exec(options)?.[1] ?? 0);
  return last === 0 ? freePort() : freePort(last).catch(() => freePort());
}

/** Returns a port that nobody listens on: this one, or any. */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Is the process alive that the files say they belong to? A number may be another program's, which
 * does not name them.
 */
export async function hasPostmaster(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  if (!(pid > 0)) return false;
  // Of a zombie, which nobody has waited for, nothing is left to read.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (commandLine !== undefined) return commandLine.includes(folder);
  try {
    process.kill(pid, 0);
    return process.platform !== "linux";
  } catch {
    return false;
  }
}

/** Returns the processes of a server whose postmaster is gone (Linux only; elsewhere none). */
async function orphansOf(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc").catch(() => [] as string[])) {
    if (!/^\d+$/.test(name)) continue;
    const place = await readlink(`/proc/${name}/cwd`).catch(() => "");
    if (place !== folder) continue;
    const commandLine = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (commandLine.startsWith("postgres:")) found.push(Number(name));
  }
  return found;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Returns the last thing a server that would not start said of itself; "" if it said nothing. */
export async function lastWords(folder: string): Promise<string> {
  const text = await readFile(logOf(folder), "utf8").catch(() => "");
  const last = text.split("\n").findLast((line) => /\b(FATAL|PANIC):/.test(line));
  return last?.replace(/^.*?\b(FATAL|PANIC):\s*/, "") ?? "";
}

function logOf(folder: string): string {
  return join(folder, "server.log");
}

async function keepLogSmall(folder: string): Promise<void> {
  const size = await stat(logOf(folder)).then(
    (info) => info.size,
    () => 0,
  );
  if (size > LOG_BYTES) await rename(logOf(folder), `${logOf(folder)}.1`);
}

/** Whether the files of a cluster are there, as a whole. */
export async function isInitialised(folder: string): Promise<boolean> {
  return access(join(folder, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}
