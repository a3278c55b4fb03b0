/**
 * `npm test -- boundaries`: what docs/architecture.md says about directions, in a form that fails.
 * The rules are one file each in `boundaries/rules`. Runs under the project's Node.
 */
import { checkBoundaries } from "./boundaries/check.ts";
import { root } from "./toolchain.mjs";

const { files, problems } = checkBoundaries(root);
for (const problem of problems) console.log(problem);
console.log(
  problems.length === 0
    ? `${files} files keep the boundaries.`
    : `\nBreaches of the boundaries: ${problems.length}. What may know what: docs/architecture.md.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
