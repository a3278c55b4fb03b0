import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { run } from "./machine.ts";

const CLI = join(import.meta.dirname, "..", "apps", "server", "cli.ts");
/** Nothing of whoever runs this gets in. */
const NONE = {
  DATABASE_URL: "",
  STORAGE_URL: "",
  SMTP_URL: "",
  AUTH_URL: "",
  APP_SECRET: "",
  PUBLIC_URL: "",
};

/** The same secret wherever one installation is meant. */
export const SECRET = "a secret of this run alone, long enough for it";

/** Password of the administrators that a run makes. */
export const ADMIN_PASSWORD = "Probe-mit-Dritten-2026";

/** Runs `vereinsheim …`; fails with what it said unless it ends with 0. */
export function vereinsheim(args: readonly string[], env: Record<string, string>): Promise<string> {
  return run(process.execPath, [CLI, ...args], {
    env: { ...NONE, APP_SECRET: SECRET, ADMIN_PASSWORD, LOG_LEVEL: "warn", ...env },
  });
}

/** Starts the product, uses it and stops it. */
export async function withServer<T>(
  env: Record<string, string>,
  work: (server: RunningServer) => Promise<T>,
  options: { dataDir?: string; port?: number } = {},
): Promise<T> {
  const server = await startServer({ ...options, env: { APP_SECRET: SECRET, ...env } });
  try {
    return await work(server);
  } finally {
    await server.stop({ keepData: options.dataDir !== undefined });
  }
}

/** Returns what the product says when it refuses to start; fails when it starts. */
export async function refusalAtStart(env: Record<string, string>): Promise<string> {
  const server = await startServer({ env: { APP_SECRET: SECRET, ...env } }).catch(
    (error: Error) => error,
  );
  if (server instanceof Error) return server.message.split("\n").slice(1).join(" ").trim();
  await server.stop();
  throw new Error("it started");
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "vereinsheim-interop-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
