import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from "../scripts/memory-settings.mjs";

const MAIN = join(import.meta.dirname, "..", "apps", "server", "main.ts");
const START_LIMIT_MS = 60_000;

/** The real server as operators run it. */
export interface ServerProcess {
  pid: number;
  /**
   * From the start of the process to its first answer that needed the database, in milliseconds.
   */
  startedAfterMs: number;
  stop(): Promise<void>;
}

/** Starts apps/server/main.ts; `probe` is an address whose answer needs the database. */
export async function startServer(
  env: Record<string, string>,
  probe: string,
): Promise<ServerProcess> {
  // Else the figures would be those of another installation.
  if (await answers(probe)) throw new Error(`another server answers at ${probe} already`);
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [...MEMORY_FLAGS, ...(process.env["BENCH_SERVER_FLAGS"]?.split(" ") ?? []), MAIN],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        ...MEMORY_ENVIRONMENT,
        NODE_ENV: "production",
        DEMO: "0",
        LOG_LEVEL: "warn",
        DRAIN_SECONDS: "0",
        DISK_RESERVE: "0",
        ...env,
      },
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  while (!(await answers(probe))) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode}:\n${output}`);
    if (performance.now() - begun > START_LIMIT_MS) {
      child.kill("SIGKILL");
      throw new Error(`the server did not answer within ${START_LIMIT_MS / 1000} s:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const startedAfterMs = performance.now() - begun;
  return { pid: child.pid ?? 0, startedAfterMs, stop: () => stopped(child, () => output) };
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (response) => response.ok,
    () => false,
  );
}

async function stopped(child: ChildProcess, output: () => string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`the server ended early:\n${output()}`);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = (await ended) as [number | null];
  if (code !== 0)
    throw new Error(`the server ended with ${code ?? child.signalCode}:\n${output()}`);
}

/** Memory a process holds, in MiB (Linux). */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The embedded PostgreSQL of an installation that runs. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}
