/**
 * `npm start`: installs what is missing, builds what changed, runs the server until it is told to
 * stop.
 */
import { ensureInstalled, projectNode, root, run } from "./toolchain.mjs";
import { ensureWebBuilt } from "./web-build.mjs";
import { join } from "node:path";

await ensureInstalled();
await ensureWebBuilt();
process.exitCode = await run(projectNode(), [
  join(root, "apps", "server", "main.ts"),
  ...process.argv.slice(2),
]);
