import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { capture, fail, root, run } from "../toolchain.mjs";

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
  const folder = join(root, "node_modules/.cache", `schemathesis-${wanted.slice(0, 12)}`);
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
  const { code, output } = await capture("python3", [
    "-c",
    "import sys, venv; print(sys.version_info >= (3, 11))",
  ]);
  if (code !== 0 || output.trim() !== "True") fail(MISSING_PYTHON);
}
