/**
 * `npm run dev`: pages with hot reload, server restarted on every change. Address and logins are
 * printed as usual.
 */
import { join } from "node:path";
import { ensureInstalled, projectNode, root, run } from "./toolchain.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

await ensureInstalled();
// The server reads dist/web at its start and refuses to run without it.
await ensureWebBuilt();
process.exitCode = await run(projectNode(), [join(root, "scripts", "dev-server.mjs")]);
