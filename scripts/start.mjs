/**
 * `npm start`: installs what is missing, builds what changed, runs the server until it is told to
 * stop.
 */
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from "./memory-settings.mjs";
import { ensureInstalled, projectNode, root, run } from "./toolchain.mjs";
import { ensureWebBuilt, isWebBuilt } from "./web-build.mjs";
import { join } from "node:path";

// What builds the pages is not needed where they are built already.
await ensureInstalled({ dev: !isWebBuilt() });
await ensureWebBuilt();
process.exitCode = await run(
  projectNode(),
  [...MEMORY_FLAGS, join(root, "apps", "server", "main.ts"), ...process.argv.slice(2)],
  // What the operator sets counts.
  { env: { ...MEMORY_ENVIRONMENT, ...process.env } },
);
