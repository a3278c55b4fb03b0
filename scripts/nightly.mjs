/**
 * `npm run test:nightly`: the whole check, more thoroughly than there is time for at each change.
 * Laws are tried with twenty times as many values, new ones each night, files run in
 * a random order, and components with the build of React that warns. What failed names its seed; `npm run test:nightly -- unit` runs some stages.
 */
import { join } from "node:path";
import { projectNode, root, run } from "./toolchain.mjs";

const env = {
  PROPERTY_RUNS: "20",
  TEST_ORDER: String(Date.now() % 1_000_000),
  REACT_BUILD: "development",
  ...process.env,
};
console.log(
  `Laws ${env.PROPERTY_RUNS} times, order ${env.TEST_ORDER} (set TEST_ORDER to see it again)`,
);
process.exitCode = await run(
  projectNode(),
  [join(root, "scripts", "test.mjs"), ...process.argv.slice(2)],
  { env },
);
