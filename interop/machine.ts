import { type ChildProcess, execFile, spawn } from "node:child_process";
import { access, mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/** Programs of this machine: where they are, how they are run and stopped. */

const execute = promisify(execFile);
const CACHE = join(import.meta.dirname, "..", "node_modules", ".cache", "interop");
/** Where distributions keep servers, which are on nobody's path. */
const SERVER_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];
/** A first start may build what it runs, on a machine with other work. */
const START_LIMIT_MS = 600_000;
const STOP_LIMIT_MS = 10_000;

/** Returns a folder of what is downloaded once. */
export async function cacheFolder(name: string): Promise<string> {
  const folder = join(CACHE, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Returns where a program is; undefined where it is not installed. */
export async function programNamed(name: string): Promise<string | undefined> {
  for (const folder of [...(process.env["PATH"] ?? "").split(delimiter), ...SERVER_FOLDERS]) {
    const path = join(folder, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

/** Runs a program to its end and returns what it printed. */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; limitMs?: number } = {},
): Promise<string> {
  const { stdout, stderr } = await execute(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    timeout: options.limitMs ?? 300_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout === "" ? stderr : stdout;
}

/** What was started and has not ended. */
const groups = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of groups) signalGroup(child, "SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** A server that this run has started. */
export interface Started {
  process: ChildProcess;
  output(): string;
  /** Ends it, in order or at once, and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a server that listens on a port, and waits until it does. */
export async function start(
  program: string,
  args: readonly string[],
  port: number,
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Started> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    // A group of its own: some are scripts whose programs would outlive them.
    detached: true,
  });
  groups.add(child);
  child.once("exit", () => groups.delete(child));
  const end = (signal: NodeJS.Signals) => signalGroup(child, signal);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
  });
  failed.catch(() => {});
  try {
    await Promise.race([listening(port), failed]);
  } catch (error) {
    end("SIGKILL");
    throw new Error(`${(error as Error).message}: ${output.trim().slice(-500)}`, { cause: error });
  }
  return {
    process: child,
    output: () => output,
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      end(signal);
      const late = wait(STOP_LIMIT_MS, "late", { ref: false });
      if ((await Promise.race([ended, late])) === "late") end("SIGKILL");
      await ended;
    },
  };
}

/** Waits until something listens on a port of this machine. */
async function listening(port: number): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < START_LIMIT_MS; await wait(100))
    if (await isListening(port)) return;
  throw new Error(`nothing listens on port ${port}`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

/** Asks again until it holds, or fails after a while. */
export async function eventually(
  holds: () => Promise<boolean>,
  what: string,
  limitMs = 60_000,
): Promise<void> {
  for (const begun = Date.now(); !(await holds()); await wait(250))
    if (Date.now() - begun > limitMs) throw new Error(`${what}: not within ${limitMs / 1_000} s`);
}

const PACKAGES = [
  "postgresql-15",
  "pgbouncer",
  "nginx-light",
  "openssl",
  "default-jre-headless",
  "golang-go",
  "python3-venv",
  "libreoffice-calc-nogui",
];

/** Installs Debian's packages that parties come from; only where that was asked for. */
export async function installPackages(): Promise<void> {
  console.log(`Debian's packages are installed: ${PACKAGES.join(", ")}`);
  await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...PACKAGES], {
    env: { DEBIAN_FRONTEND: "noninteractive" },
    limitMs: 900_000,
  });
}
