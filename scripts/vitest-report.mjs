/** Reads the JSON report of a Vitest run. */
import { readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./toolchain.mjs";

/** Removes an earlier report of this name; returns what counts the one that is written since. */
export function expectReport(path) {
  rmSync(path, { force: true });
  return () => countOf(path);
}

function countOf(path) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, "utf8"));
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
