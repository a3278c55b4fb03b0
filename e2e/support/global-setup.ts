import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { startServer, type RunningServer } from "./server.ts";

const run = promisify(execFile);

/** A server under test, as the stories see it. */
export interface StoryServer {
  /** Origin without a slash at the end. */
  url: string;
  /** Its DATA_DIR: mails are found below `mail`. */
  dataDir: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker, so that stories at work at the same time share no club. */
    storyServers: StoryServer[];
    /** The files of a server with the demo club that was stopped, to be copied; "": none. */
    demoDataDir: string;
  }
}

/**
 * Once per run of the stories: the demo club is made, and each worker gets a server on a copy of
 * it. E2E_URL names a server that runs already; then stories run one after the other.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env["E2E_URL"];
  if (running !== undefined) {
    const dataDir = process.env["DATA_DIR"] ?? "data";
    project.provide("storyServers", [{ url: running.replace(/\/$/, ""), dataDir }]);
    project.provide("demoDataDir", "");
    return async () => {};
  }
  const demoDataDir = await makeDemo();
  const servers = await Promise.all(
    Array.from({ length: workersOf(project) }, () => startCopy(demoDataDir)),
  );
  project.provide(
    "storyServers",
    servers.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  project.provide("demoDataDir", demoDataDir);
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(demoDataDir, { recursive: true, force: true });
  };
}

/** Returns the files of a server that made its demo club and was stopped in order. */
async function makeDemo(): Promise<string> {
  const server = await startServer();
  await server.stop({ keepData: true });
  return server.dataDir;
}

/** Starts a server on a copy of these files; without any it makes its own demo club. */
export async function startCopy(
  demoDataDir: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-e2e-"));
  // With their owner: PostgreSQL's files may belong to an account of their own.
  if (demoDataDir !== "") await run("cp", ["-a", `${demoDataDir}/.`, dataDir]);
  return startServer({ dataDir, env });
}

/** Never more than there are files to run. */
function workersOf({ vitest }: TestProject): number {
  return Math.max(1, Math.min(vitest.config.maxWorkers, vitest.state.getPaths().length));
}
