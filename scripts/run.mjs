/** Runs one of the project's .ts files with the project's Node: `node scripts/run.mjs bench/main.ts …`. */
import { resolve } from "node:path";
import { ensureInstalled, fail, projectNode, root, run } from "./toolchain.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail("Usage: node scripts/run.mjs FILE.ts [arguments]");
await ensureInstalled();
process.exitCode = await run(projectNode(), [resolve(root, file), ...args]);
