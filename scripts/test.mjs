/**
 * `npm test`: every check; a failed one does not stop the rest. `npm test -- types unit` runs some.
 * The last line is `N passed, N failed`: checks and tests together. Before it stands how long each
 * took.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  capture,
  ensureInstalled,
  fail,
  packageProgram,
  projectNode,
  root,
  run,
} from "./toolchain.mjs";
import { expectReport } from "./vitest-report.mjs";
import { buildWebIfStale } from "./web-build.mjs";

const REPORTS = join(root, "test-results");
/** What the unit tests have the database run, for the stage after them. */
const STATEMENTS = join(REPORTS, "statements");
/** Machines of contributors and of the checks have two processors. */
const AT_ONCE = 2;

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

/** Those that use one processor stand beside one another, the longest first. */
const singles = {
  lint: () => program("oxlint", ["--type-aware", "--deny-warnings"]),
  build: async () => ({ ...counted(await buildWebIfStale()), output: "" }),
  types: () => program("typescript", ["--noEmit", "-p", "tsconfig.json", "--checkers", "1"], "tsc"),
  unused: () => program("knip", ["--no-progress"]),
  boundaries: () => captured([join(root, "scripts", "check-boundaries.mjs")]),
  format: () => program("oxfmt", ["--check"]),
};
/** Those that use both follow one another. */
const tests = {
  unit: () => {
    rmSync(STATEMENTS, { recursive: true, force: true });
    mkdirSync(STATEMENTS, { recursive: true });
    return vitest("unit");
  },
  statements: () => vitest("statements"),
  components: () => vitest("components"),
  stories: () => vitest("stories"),
};

await ensureInstalled();
const asked = process.argv.slice(2);
const names = [...Object.keys(singles), ...Object.keys(tests)];
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0)
  fail(`Unknown check: ${unknown.join(", ")}. There are: ${names.join(", ")}`);

const summary = [];
const failures = [];
const begun = Date.now();
const waiting = Object.entries(singles).filter(isAsked);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await stage(next);
  }),
);
for (const next of Object.entries(tests).filter(isAsked)) {
  console.log(`\n── ${next[0]}`);
  await stage(next);
}

const total = (key) => summary.reduce((sum, step) => sum + step[key], 0);
// Once more at the end, where reading a long log begins.
if (failures.length > 0) console.log(`\n${failures.join("\n\n")}`);
console.log(`\n${summary.map(({ line }) => line).join("\n")}`);
console.log(`${" ".repeat(49)}${seconds(begun)}\n`);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") === 0 && total("passed") > 0 ? 0 : 1;

function isAsked([name]) {
  return asked.length === 0 || asked.includes(name);
}

/** Runs one check and notes its result and its time. */
async function stage([name, check]) {
  const start = Date.now();
  const { passed, failed, output } = await check();
  if (output !== undefined) console.log(`\n── ${name}\n${output.trimEnd()}`);
  const line = `${failed === 0 ? "ok    " : "FAILED"} ${name.padEnd(11)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds(start)}`;
  console.log(line);
  summary.push({ line, passed, failed });
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1).padStart(7)} s`;
}

/** A tool from the packages, counted as one test. */
function program(packageName, args, command) {
  return captured([packageProgram(packageName, command), ...args]);
}

/** What runs beside something else says what it has to say when it is done. */
async function captured(args) {
  const { code, output } = await capture(projectNode(), args);
  return { ...counted(code === 0), output };
}

function counted(isGood) {
  return isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(project) {
  const report = join(REPORTS, `${project}.json`);
  const reporters = [
    process.stdout.isTTY ? "--reporter=dot" : "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const readReport = expectReport(report);
  const code = await run(
    projectNode(),
    [packageProgram("vitest"), "run", "--project", project, ...reporters],
    { env: { ...process.env, NODE_ENV: "test", RECORDED_STATEMENTS: STATEMENTS } },
  );
  const result = readReport();
  failures.push(...result.failures.map((failure) => `${project}: ${failure}`));
  // A run that failed outside of any test (a server that did not start, an error nobody waited
  // for).
  const failed = code !== 0 && result.failed === 0 ? 1 : result.failed;
  return { passed: result.passed, failed };
}
