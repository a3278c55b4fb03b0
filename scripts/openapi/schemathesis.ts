import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ListeningClub } from "./club.ts";
import { run } from "./run.ts";

const CONFIG = join(import.meta.dirname, "schemathesis.toml");
const REPORTS = join(import.meta.dirname, "../../test-results/openapi");
const EXAMPLES = 50;

export interface Outcome {
  passed: number;
  failed: number;
}

/** Tries every operation of the document, and returns how many held. */
export async function runSchemathesis(
  program: string,
  { role, url, token, document }: ListeningClub,
  { seed, only }: { seed: number; only: string | undefined },
): Promise<Outcome> {
  await mkdir(REPORTS, { recursive: true });
  const file = join(REPORTS, `${role}.json`);
  const report = join(REPORTS, `${role}.xml`);
  await writeFile(file, JSON.stringify(document, null, 1));
  const options = [
    ...["--max-examples", String(EXAMPLES), "--seed", String(seed)],
    ...(only === undefined ? [] : ["--include-path-regex", only]),
  ];
  const reports = ["--report", "junit", "--report-junit-path", report];
  const code = await run(
    program,
    ["--config-file", CONFIG, "--no-color", "run", file, "--url", url, ...options, ...reports],
    { TOKEN: token, PYTHONHASHSEED: "0" },
  );
  const outcome = outcomeOf(await readFile(report, "utf8"));
  // It ended before it could try everything.
  if (code !== 0 && outcome.failed === 0) return { ...outcome, failed: 1 };
  return outcome;
}

/** Returns the numbers of a report in JUnit's form. */
export function outcomeOf(junit: string): Outcome {
  const head = /<testsuites\b[^>]*>/.exec(junit)?.[0] ?? "";
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  return { passed: count("tests") - failed, failed };
}
