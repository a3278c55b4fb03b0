#!/usr/bin/env node
/** The operator's command line; see `vereinsheim --help` and docs/operating.md. */
import { join } from "node:path";
import { ensureInstalled, projectNode, root, run } from "./toolchain.mjs";

await ensureInstalled({ dev: false });
// The caller's folder stays: paths given as arguments and DATA_DIR are meant from there.
process.exitCode = await run(
  projectNode(),
  [join(root, "apps", "server", "cli.ts"), ...process.argv.slice(2)],
  { cwd: process.cwd() },
);
