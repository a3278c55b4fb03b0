import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs a program that catches what it prints; returns the lines of both streams. */
function linesOf(program: string, { code = 0 }: { code?: number } = {}): Record<string, unknown>[] {
  const [log, stray] = ["create-log.ts", "stray-output.ts"].map((file) =>
    JSON.stringify(join(import.meta.dirname, file)),
  );
  const begin = `
    import { createLog } from ${log};
    import { catchStrayOutput } from ${stray};
    const log = createLog({ level: "info" });
    catchStrayOutput(log);`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", begin + program], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  expect(run.status).toBe(code);
  return `${run.stdout}${run.stderr}`
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

test("what is printed becomes lines of the log, in their order, without values", () => {
  const lines = linesOf(`
    console.log("one\\ntwo");
    log.info("between");
    console.error('no "Quittenhuber" here');
    process.stdout.write("the "); process.stdout.write("end");
  `);
  expect(lines).toMatchObject([
    { level: 40, stray: "stdout", msg: "one" },
    { level: 40, stray: "stdout", msg: "two" },
    { level: 30, msg: "between" },
    { level: 40, stray: "stderr", msg: 'no "…" here' },
    { level: 40, stray: "stdout", msg: "the end" },
  ]);
});

test("who waits for what was printed is told", () => {
  const lines = linesOf(`
    process.stdout.write("x\\n", () => log.info("after"));
    process.stderr.write(Buffer.from("ü\\n"), "utf8", () => log.info("after"));`);
  expect(lines.map(({ msg }) => String(msg)).toSorted()).toEqual(["after", "after", "x", "ü"]);
});

test("a thread prints into the log too", () => {
  const lines = linesOf(`
    const { Worker } = await import("node:worker_threads");
    new Worker("console.log('drawn'); console.warn('with trouble')", { eval: true });`);
  expect(lines).toMatchObject([
    { stray: "stdout", msg: "drawn" },
    { stray: "stderr", msg: "with trouble" },
  ]);
});

test("a warning of Node is a line", () => {
  const lines = linesOf(`process.emitWarning("Unsupported runtime", "RuntimeWarning");`);
  expect(lines).toMatchObject([
    { level: 40, msg: "warning", err: { type: "RuntimeWarning", message: "Unsupported runtime" } },
  ]);
});

test.each([
  ["thrown", `setTimeout(() => { throw new Error('no "Quittenhuber"'); });`],
  ["rejected", `void Promise.reject(new Error('no "Quittenhuber"'));`],
])("an error that nobody caught is the last line: %s", (_how, program) => {
  const lines = linesOf(`${program} setTimeout(() => console.log("never"), 1_000);`, { code: 1 });
  expect(lines).toMatchObject([
    { level: 60, err: { type: "Error", message: 'no "…"', stack: expect.stringMatching(/^at /) } },
  ]);
});
