import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** Processor time that has been used so far, in seconds (Linux). */
export interface ProcessorTime {
  node: number;
  postgres: number;
}

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Returns what a Node process and a PostgreSQL server have used. Connections that have ended since
 * are counted with their postmaster.
 */
export async function processorTime(node: number, postmaster: number): Promise<ProcessorTime> {
  const own = await statOf(node);
  const master = await statOf(postmaster);
  let ticks = (master?.own ?? 0) + (master?.children ?? 0);
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await statOf(Number(name)) : undefined;
    if (stat?.parent === postmaster) ticks += stat.own;
  }
  return { node: (own?.own ?? Number.NaN) / TICKS_PER_SECOND, postgres: ticks / TICKS_PER_SECOND };
}

async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The name may hold blanks; what follows its bracket does not. The first of them is the state.
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11);
  return { parent, own: user + system, children: childrenUser + childrenSystem };
}
