import { join } from "node:path";
import { programNamed, run } from "./machine.ts";
import { type Report, require } from "./report.ts";

const MAIN = join(import.meta.dirname, "..", "scripts", "openapi", "main.ts");
const PARTY = { name: "schemathesis", version: "see scripts/openapi" };
/** What a few minutes are enough for; `npm run openapi` tries everything. */
const PART = "/message";

/** A part of the interface against its document. */
export async function openapi(report: Report): Promise<void> {
  if ((await programNamed("python3")) === undefined)
    return report.skipped(PARTY, "everything", "no python3");
  await report.tried(PARTY, `the calls with ${PART}, as a leader`, async () => {
    const said = await run(process.execPath, [MAIN, "leader", "--only", PART], {
      limitMs: 900_000,
    });
    const last = said.trim().split("\n").at(-1) ?? "";
    require(/^\d+ passed, 0 failed$/.test(last), last);
    return last;
  });
}
