/** Builds the pages into dist/web when their sources changed since the last build. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fail, packageProgram, projectNode, root, run } from "./toolchain.mjs";

const STAMP = join(root, "dist", "web-sources.sha256");
const PAGE = join(root, "dist", "web", "index.html");

/** Makes dist/web agree with the sources, or ends the process. */
export async function ensureWebBuilt() {
  if (!(await buildWebIfStale()))
    fail("Die Seiten ließen sich nicht bauen; die Meldung steht darüber.");
}

/** Whether dist/web agrees with the sources. */
export function isWebBuilt(sources = hashOfSources()) {
  return existsSync(PAGE) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources;
}

/** Makes dist/web agree with the sources; false when that failed. */
export async function buildWebIfStale() {
  const sources = hashOfSources();
  if (isWebBuilt(sources)) return true;
  console.log("Die Seiten werden gebaut …");
  rmSync(STAMP, { force: true });
  if ((await buildWeb()) !== 0) return false;
  writeFileSync(STAMP, sources);
  return true;
}

/** One build, always; answers Vite's exit code. */
export function buildWeb(args = []) {
  // Vite shapes React for NODE_ENV; a build for "test" or "development" would ship its slow
  // variant.
  const env = { ...process.env, NODE_ENV: "production" };
  return run(projectNode(), [packageProgram("vite"), "build", "--logLevel", "warn", ...args], {
    env,
  });
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of sources())
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  return hash.digest("hex");
}

/**
 * What goes into a build: browser code, the contracts it shares with the server, and the tools'
 * versions.
 */
function sources() {
  const modules = folders(join(root, "modules"));
  return [
    ...filesBelow(join(root, "apps", "web")),
    ...filesBelow(join(root, "platform", "web")),
    ...filesBelow(join(root, "platform", "contract")),
    ...modules.flatMap((module) =>
      filesBelow(module, (name, depth) => depth > 0 || name !== "server"),
    ),
    ...["vite.config.ts", "tsconfig.json", "package-lock.json", "package.json"]
      .map((name) => join(root, name))
      .filter(existsSync),
  ]
    .filter((path) => !/\.test\.tsx?$|[\\/]testing(\.ts$|[\\/])/.test(path))
    .sort((a, b) => (a < b ? -1 : 1));
}

function folders(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name));
}

function filesBelow(path, wanted = () => true, depth = 0) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (!entry.isDirectory()) return [below];
    return wanted(entry.name, depth) ? filesBelow(below, wanted, depth + 1) : [];
  });
}
