/**
 * `npm run test:nightly`: the whole check, more thoroughly than there is time for at each change.
 * Laws are tried with twenty times as many values, new ones each night, files run in a random
 * order, and components with the build of React that warns. Then the package is built and stories
 * are told to it. What failed names its seed; `npm run test:nightly -- unit` runs some stages,
 * `-- package` the last.
 */
import { join } from "node:path";
import { packageProgram, projectNode, root, run } from "./toolchain.mjs";

/** Stories whose servers use packages by parts: pictures, scans, spreadsheets, PDFs, passwords. */
const STORIES_OF_PACKAGE = ["documents", "gallery", "event-import", "transfer", "identity"];

const env = {
  PROPERTY_RUNS: "20",
  TEST_ORDER: String(Date.now() % 1_000_000),
  REACT_BUILD: "development",
  ...process.env,
};
const asked = process.argv.slice(2);
const stages = asked.filter((name) => name !== "package");
let isGood = true;
if (stages.length > 0 || asked.length === 0) {
  console.log(
    `Laws ${env.PROPERTY_RUNS} times, order ${env.TEST_ORDER} (set TEST_ORDER to see it again)`,
  );
  isGood = (await node(["scripts/test.mjs", ...stages], env)) === 0;
}
if (asked.length === 0 || asked.includes("package")) isGood = (await tryPackage()) && isGood;
process.exitCode = isGood ? 0 : 1;

/** Builds the package and tells stories to it; false when it is too large or one failed. */
async function tryPackage() {
  if ((await node(["scripts/package.mjs"], process.env)) !== 0) return false;
  const launcher = join(root, "dist", "package", "vereinsheim", "bin", "vereinsheim");
  const stories = STORIES_OF_PACKAGE.map((name) => `e2e/${name}`);
  const vitest = [packageProgram("vitest"), "run", "--project", "stories", ...stories];
  return (await node(vitest, { ...process.env, PACKAGED_LAUNCHER: launcher })) === 0;
}

function node(args, environment) {
  return run(projectNode(), args, { env: environment });
}
