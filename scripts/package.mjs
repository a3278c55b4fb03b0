/**
 * `npm run package`: puts the running product, its pages and the packages it needs into
 * dist/package/vereinsheim, for this machine's platform. It runs there without npm, without a
 * network and without Node: `bin/vereinsheim start`. Ends with an error above 380 MiB.
 */
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from "./memory-settings.mjs";
import { isLeftOut, isNeeded } from "./package-contents.mjs";
import { capture, ensureInstalled, fail, root } from "./toolchain.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

const MAX_MIB = 380;
const MIB = 1024 * 1024;
const target = join(root, "dist", "package", "vereinsheim");

await ensureInstalled();
await ensureWebBuilt();
rmSync(target, { recursive: true, force: true });
/** By path, the package it belongs to. */
const names = new Map();
await copySources();
copyFolder("dist/web", join("dist", "web"), "pages");
copyPackages();
await stripNode();
writeLauncher();
report();

/** What git knows of the server, without pages and tests. */
async function copySources() {
  const folders = ["apps/server", "platform/server", "platform/contract", "modules", "db"];
  const { code, output } = await capture("git", ["ls-files", "-z", ...folders]);
  const listed = code === 0 ? output.split("\0").filter(Boolean) : folders.flatMap(filesBelow);
  const wanted = listed.filter((path) => !/^modules\/[^/]+\/web\//.test(path) && !isTest(path));
  for (const path of [...wanted, "package.json", "LICENSE", "docs/operating.md"])
    copyFile(path, path, "product");
}

function isTest(path) {
  return (
    /\.test\.tsx?$|(^|\/)testing(\.ts$|\/)/.test(path) ||
    path.startsWith("apps/server/contract-tests/") ||
    path.startsWith("apps/server/upgrade/")
  );
}

/** The packages that the lock counts as the product's own and that are installed here. */
function copyPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.split("node_modules/").at(-1);
    if (path === "" || entry.dev || isLeftOut(name) || !exists(path)) continue;
    copyFolder(path, path, name, (file) => isNeeded(name, file));
  }
}

function copyFolder(from, to, name, isWanted = () => true) {
  for (const path of filesBelow(from)) {
    const inside = relative(from, path);
    // Packages inside of this one have entries of their own.
    if (inside.split("/").includes("node_modules") || !isWanted(inside)) continue;
    copyFile(path, join(to, inside), name);
  }
}

/** Links stay links: a database's libraries are many names for one file. */
function copyFile(from, to, name) {
  if (!exists(from)) return;
  const into = join(target, to);
  mkdirSync(dirname(into), { recursive: true });
  cpSync(join(root, from), into, { verbatimSymlinks: true, preserveTimestamps: true });
  names.set(to, name);
}

/** Symbols are a fifth of Node and serve only who debugs Node itself. */
async function stripNode() {
  for (const path of names.keys())
    if (/^node_modules\/node-[^/]+\/bin\/node$/.test(path)) {
      const { code } = await capture("strip", ["--strip-all", join(target, path)]);
      if (code !== 0) console.log("strip (binutils) is not here: Node keeps its symbols.");
    }
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function exists(path) {
  return lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
}

/** Starts the packaged Node, from whatever folder it is called. */
function writeLauncher() {
  const path = join(target, "bin", "vereinsheim");
  mkdirSync(dirname(path), { recursive: true });
  // What the operator sets counts.
  const settings = Object.entries(MEMORY_ENVIRONMENT).map(
    ([name, value]) => `export ${name}="\${${name}:-${value}}"`,
  );
  writeFileSync(
    path,
    `#!/bin/sh
# vereinsheim start: the server; anything else: the operator's command line.
home=$(dirname "$(dirname "$(readlink -f "$0")")")
node=$(ls -d "$home"/node_modules/node-*/bin/node | head -n 1)
if ! "$node" --version > /dev/null 2>&1; then
  "$node" --version
  echo "Node läuft auf diesem Rechner nicht. Fehlt libatomic, hilft: apt-get install libatomic1" >&2
  exit 1
fi
if [ "$1" = start ]; then
  shift
  ${settings.join("\n  ")}
  exec "$node" ${MEMORY_FLAGS.join(" ")} "$home/apps/server/main.ts" "$@"
fi
exec "$node" "$home/apps/server/cli.ts" "$@"
`,
  );
  chmodSync(path, 0o755);
}

function report() {
  const sizes = new Map();
  let onDisk = 0;
  for (const [path, name] of names) {
    const entry = lstatSync(join(target, path));
    sizes.set(name, (sizes.get(name) ?? 0) + entry.size);
    onDisk += entry.blocks * 512;
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, 15);
  for (const [name, size] of largest)
    console.log(`${(size / MIB).toFixed(1).padStart(7)} MiB  ${name}`);
  console.log(`${(total / MIB).toFixed(1).padStart(7)} MiB  in ${relative(root, target)}`);
  console.log(`${(onDisk / MIB).toFixed(1).padStart(7)} MiB  of blocks on this disk`);
  if (total > MAX_MIB * MIB) fail(`The package is larger than ${MAX_MIB} MiB.`);
}
