import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const CLI = join(import.meta.dirname, "..", "apps", "server", "cli.ts");

/** What a command of the operator's did. */
interface Ran {
  /** Null when it was killed. */
  code: number | null;
  output: string;
  ms: number;
}

/** Runs `vereinsheim …` on an installation of its own files, to its end or until it is killed. */
export async function runCommand(
  args: string[],
  dataDir: string,
  killAfterMs?: number,
): Promise<Ran> {
  const {
    DATABASE_URL: _own,
    STORAGE_URL: _store,
    APP_SECRET: _secret,
    ...inherited
  } = process.env;
  const begun = performance.now();
  const child: ChildProcess = spawn(process.execPath, [CLI, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, DATA_DIR: dataDir },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  if (killAfterMs !== undefined) {
    await Promise.race([wait(killAfterMs), ended]);
    child.kill("SIGKILL");
  }
  return { code: await ended, output, ms: Math.round(performance.now() - begun) };
}
