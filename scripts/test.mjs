/**
 * `npm test`: every check, in the order in which failures are cheapest to find; a failed one does
 * not stop the rest. `npm test -- types unit` runs some. The last line is `N passed, N failed`:
 * checks and tests together.
 */
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureInstalled, fail, packageProgram, projectNode, root, run } from "./toolchain.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

const REPORTS = join(root, "test-results");

/** What the outside may say about a server must not reach the servers under test. */
const NOT_INHERITED = [
  "DATABASE_URL",
  "DATA_DIR",
  "PORT",
  "HOST",
  "PUBLIC_URL",
  "AUTH_URL",
  "SMTP_URL",
  "STORAGE_URL",
  "NODE_ENV",
  "DEMO",
];
for (const name of NOT_INHERITED) delete process.env[name];
// In the log of a check colours are only noise, and dots with colours a lot of it.
if (!process.stdout.isTTY) process.env["NO_COLOR"] = "1";

const steps = {
  types: () => program("typescript", ["--noEmit", "-p", "tsconfig.json", "--checkers", "1"], "tsc"),
  lint: () => program("oxlint", ["--type-aware", "--deny-warnings"]),
  format: () => program("oxfmt", ["--check"]),
  unused: () => program("knip", ["--no-progress"]),
  boundaries: () => check(projectNode(), [join(root, "scripts", "check-boundaries.mjs")]),
  build: async () => {
    await ensureWebBuilt();
    return { passed: 1, failed: 0 };
  },
  unit: () => vitest("unit"),
  components: () => vitest("components"),
  stories: () => vitest("stories"),
};

await ensureInstalled();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0)
  fail(`Unknown check: ${unknown.join(", ")}. There are: ${Object.keys(steps).join(", ")}`);

const summary = [];
const failures = [];
for (const [name, step] of Object.entries(steps)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name}`);
  const begun = Date.now();
  const { passed, failed } = await step();
  const line = `${failed === 0 ? "ok    " : "FAILED"} ${name.padEnd(11)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${((Date.now() - begun) / 1000).toFixed(1).padStart(7)} s`;
  console.log(line);
  summary.push({ line, passed, failed });
}

const total = (key) => summary.reduce((sum, step) => sum + step[key], 0);
// Once more at the end, where whoever reads a long log begins.
if (failures.length > 0) console.log(`\n${failures.join("\n\n")}`);
console.log(`\n${summary.map(({ line }) => line).join("\n")}\n`);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") === 0 && total("passed") > 0 ? 0 : 1;

/** A tool from the packages, counted as one test. */
function program(packageName, args, command) {
  return check(projectNode(), [packageProgram(packageName, command), ...args]);
}

async function check(file, args) {
  const code = await run(file, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(project) {
  const report = join(REPORTS, `${project}.json`);
  rmSync(report, { force: true });
  const reporters = [
    process.stdout.isTTY ? "--reporter=dot" : "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const code = await run(
    projectNode(),
    [packageProgram("vitest"), "run", "--project", project, ...reporters],
    {
      env: { ...process.env, NODE_ENV: "test" },
    },
  );
  const counted = countOf(report);
  failures.push(...counted.failures.map((failure) => `${project}: ${failure}`));
  // A run that failed outside of any test (a server that did not start, an error nobody waited
  // for).
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function countOf(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    // A file that could not be loaded has no tests to count and still failed.
    const unloaded = testResults.filter(
      (file) =>
        file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    );
    const tests = testResults.flatMap((file) =>
      file.assertionResults
        .filter((test) => test.status === "failed")
        .map((test) => described(file.name, test.fullName, test.failureMessages[0])),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      failures: [
        ...tests,
        ...unloaded.map((file) => described(file.name, "not loaded", file.message)),
      ],
    };
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
}

function described(file, name, message = "") {
  return `${relative(root, file)}: ${name}\n  ${message.slice(0, 1500).replaceAll("\n", "\n  ")}`;
}
