import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the server that all stories share. */
    serverUrl: string;
    /** Its DATA_DIR: mails are found below `mail`. */
    serverDataDir: string;
  }
}

/**
 * Once per run of the stories: one server with the demo tenant. E2E_URL names one that runs
 * already.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env["E2E_URL"];
  if (running !== undefined) {
    project.provide("serverUrl", running.replace(/\/$/, ""));
    project.provide("serverDataDir", process.env["DATA_DIR"] ?? "data");
    return async () => {};
  }
  const server = await startServer();
  project.provide("serverUrl", server.url);
  project.provide("serverDataDir", server.dataDir);
  return () => server.stop();
}
