import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Password of the demo accounts in stories, faults and screenshots. */
export const DEMO_PASSWORD = "Vereinsheim-Probe-2026";

const MAIN = join(import.meta.dirname, "..", "..", "apps", "server", "main.ts");
/** A built package's launcher to be tried instead of the sources. */
const LAUNCHER = process.env["PACKAGED_LAUNCHER"];
const START_LIMIT_MS = 180_000;

/** A real server process with its own files and the demo tenant. */
export interface RunningServer {
  /** Origin without a slash at the end. */
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** SIGTERM; fails when it does not end in order. Removes the files unless `keepData`. */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

interface StartOptions {
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
}

/** Starts apps/server/main.ts, or the package's launcher, and waits until it is ready to answer. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "vereinsheim-e2e-")));
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const { DATABASE_URL: _own, PUBLIC_URL: _public, SMTP_URL: _mail, ...inherited } = process.env;
  const [program, args] = LAUNCHER ? [LAUNCHER, ["start"]] : [process.execPath, [MAIN]];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited,
      NODE_ENV: "development",
      LOG_LEVEL: "warn",
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "1",
      DEMO_PASSWORD,
      DRAIN_SECONDS: "0",
      // The disk of whoever runs this may be nearly full.
      DISK_RESERVE: "0",
      ...options.env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));

  const limit = Date.now() + START_LIMIT_MS;
  while (!(await ready(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
    if (Date.now() > limit) {
      child.kill("SIGKILL");
      throw new Error(`The server was not ready after ${START_LIMIT_MS / 1000} s:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    port,
    dataDir,
    process: child,
    output: () => output,
    async stop({ keepData = false } = {}) {
      child.kill("SIGTERM");
      const code = await ended;
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
      if (code !== 0 && child.signalCode !== "SIGKILL")
        throw new Error(`The server ended with ${code}:\n${output}`);
    },
  };
}

async function ready(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** A port that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null
          ? resolve(address.port)
          : reject(new Error("no port")),
      );
    });
  });
}
