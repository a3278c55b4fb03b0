/**
 * `npm test -- boundaries`: what docs/architecture.md says about directions, in a form that fails.
 * The rules are one file each in `boundaries/rules`. Runs under the project's Node.
 */
import { checkBoundaries } from "./boundaries/check.ts";
import { root } from "./toolchain.mjs";

const { files, problems } = checkBoundaries(root);
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${files} files keep the boundaries.`
    : `\n${problems.length} times against the boundaries.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
