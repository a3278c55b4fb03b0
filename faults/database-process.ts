import { spawn } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * The embedded PostgreSQL of a running server, seen from outside: stopped and started again as an
 * operator would.
 */
export interface DatabaseProcess {
  /** Ends it in order, cutting its connections. */
  stop(): Promise<void>;
  /** Ends it at once, as a lack of memory does; the server starts it again by itself. */
  kill(): Promise<void>;
  /** Starts it again with the same files and the same port. */
  start(): Promise<void>;
  /**
   * Halts every process of it, as a machine without memory or disk does; connections stay open and
   * silent.
   */
  freeze(): Promise<void>;
  thaw(): void;
}

export async function databaseProcess(dataDir: string): Promise<DatabaseProcess> {
  const cluster = join(dataDir, "postgres");
  const pid = async () =>
    Number((await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n")[0]);
  // PostgreSQL notes how it was started: program, then every argument in quotes.
  const [program = "", ...args] = words(await readFile(join(cluster, "postmaster.opts"), "utf8"));
  const { uid, gid } = await stat(cluster);
  let frozen: number[] = [];
  return {
    async stop() {
      const process_ = await pid();
      process.kill(process_, "SIGINT");
      while (isRunning(process_)) await wait(50);
    },
    async kill() {
      process.kill(await pid(), "SIGKILL");
    },
    async start() {
      // The server whose database it is may have been quicker.
      if (await isReady(cluster)) return;
      const [file, all] =
        process.getuid?.() === 0
          ? [
              "setpriv",
              [
                `--reuid=${uid}`,
                `--regid=${gid}`,
                "--clear-groups",
                "--inh-caps=+dac_read_search",
                "--ambient-caps=+dac_read_search",
                program,
                ...args,
              ],
            ]
          : [program, args];
      spawn(file as string, all as string[], { cwd: "/", detached: true, stdio: "ignore" }).unref();
      while (!(await isReady(cluster))) await wait(50);
    },
    async freeze() {
      const main = await pid();
      frozen = [main, ...(await childrenOf(main))];
      for (const one of frozen) process.kill(one, "SIGSTOP");
    },
    thaw() {
      for (const one of frozen.toReversed()) if (isRunning(one)) process.kill(one, "SIGCONT");
      frozen = [];
    },
  };
}

function words(line: string): string[] {
  return [...line.trim().matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function isReady(cluster: string): Promise<boolean> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n")[7]?.trim() === "ready";
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text
    .split(" ")
    .filter((part) => part !== "")
    .map(Number);
}
