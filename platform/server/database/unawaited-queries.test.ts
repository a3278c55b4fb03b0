import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const MODULE = join(import.meta.dirname, "unawaited-queries.ts");

/** Lets a promise be rejected that nobody waits for, in a process of its own. */
async function process(rejection: string) {
  const program = `
    import pg from "pg";
    import { pino } from "pino";
    import { surviveUnawaitedQueries } from ${JSON.stringify(MODULE)};
    surviveUnawaitedQueries(pino());
    Promise.reject(${rejection});
    setTimeout(() => console.log("lives"), 50);`;
  return run(globalThis.process.execPath, ["--input-type=module", "-e", program], {
    cwd: import.meta.dirname,
  }).catch((error: { stdout: string }) => error);
}

test.each([
  [
    "PostgreSQL refuses",
    'Object.assign(new pg.DatabaseError("full", 4, "error"), { code: "53300" })',
  ],
  ["a connection ends", 'new Error("Connection terminated unexpectedly")'],
  [
    "nobody is there",
    'Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" })',
  ],
])(
  "a query that nothing waits for leaves the process alive and a line in the log: %s",
  async (_why, rejection) => {
    const { stdout } = await process(rejection);
    expect(stdout).toContain("a query failed that nothing waited for");
    expect(stdout).toContain("lives");
  },
);

test("a fault of the program ends it, as ever", async () => {
  expect((await process('new TypeError("ours")')).stdout).not.toContain("lives");
});
