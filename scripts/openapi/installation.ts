import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

const ROOT = join(import.meta.dirname, "../..");
const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");
const MISSING_PYTHON =
  "Für diese Prüfung wird Python 3.11 oder neuer mit venv gebraucht, zum Beispiel: " +
  "apt-get install python3-venv";

/**
 * Returns the path of schemathesis, installed at the first call into a folder of its own in
 * node_modules. Every package of it is the one whose checksum `requirements.txt` names; from where
 * they come, pip's own configuration says.
 */
export async function installSchemathesis(): Promise<string> {
  const wanted = createHash("sha256")
    .update(await readFile(REQUIREMENTS))
    .digest("hex");
  const folder = join(ROOT, "node_modules/.cache", `schemathesis-${wanted.slice(0, 12)}`);
  const done = join(folder, "installed");
  const program = join(folder, "bin/st");
  if (existsSync(done)) return program;
  await rm(folder, { recursive: true, force: true });
  await checkPython();
  console.log("schemathesis wird installiert (einmalig, etwa eine halbe Minute) …");
  if ((await run("python3", ["-m", "venv", folder])) !== 0) fail(MISSING_PYTHON);
  const install = ["install", "--quiet", "--require-hashes", "--requirement", REQUIREMENTS];
  if ((await run(join(folder, "bin/pip"), install)) !== 0)
    fail("schemathesis ließ sich nicht installieren; die Meldung von pip steht darüber.");
  await writeFile(done, "");
  return program;
}

async function checkPython(): Promise<void> {
  const question = "import sys, venv; sys.exit(sys.version_info < (3, 11))";
  if ((await run("python3", ["-c", question])) !== 0) fail(MISSING_PYTHON);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
