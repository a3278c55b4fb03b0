import { inject } from "vitest";
import type { StoryServer } from "./global-setup.ts";

/** Returns the server of this worker; no other worker's stories use it at the same time. */
export function storyServer(): StoryServer {
  const servers = inject("storyServers");
  const server = servers[(Number(process.env["VITEST_POOL_ID"] ?? 1) - 1) % servers.length];
  if (server === undefined) throw new Error("the global setup started no server");
  return server;
}
