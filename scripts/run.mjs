/**
 * Runs one of the project's .ts files with the project's Node: `node scripts/run.mjs [--pages]
 * bench/main.ts …`.
 */
import { resolve } from "node:path";
import { ensureInstalled, fail, projectNode, root, run } from "./toolchain.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

const given = process.argv.slice(2);
/** What it starts serves the pages, so they have to be there. */
const needsPages = given[0] === "--pages";
const [file, ...args] = needsPages ? given.slice(1) : given;
if (file === undefined) fail("Usage: node scripts/run.mjs [--pages] FILE.ts [arguments]");
await ensureInstalled();
if (needsPages) await ensureWebBuilt();
process.exitCode = await run(projectNode(), [resolve(root, file), ...args]);
