import { readdir, readFile } from "node:fs/promises";

/** Memory of the whole stack at one moment, in MiB; what processes share is counted once. */
export interface StackMemory {
  total: number;
  node: NodeMemory;
  postgres: PostgresMemory;
}

interface NodeMemory {
  total: number;
  /** What V8 holds for objects, used or not. */
  heap: number;
  /** Buffers and what else V8 knows of outside of its heap. */
  external: number;
  /** The program and its libraries, as far as they are in memory. */
  files: number;
  /** What is left: code, threads, libraries' own memory, and what malloc keeps for later. */
  rest: number;
}

interface PostgresMemory {
  total: number;
  /** Buffers that all processes share. */
  shared: number;
  processes: number;
}

interface Mapped {
  total: number;
  anonymous: number;
  files: number;
  shared: number;
}

/**
 * Looks at a server and its database. `node` is the process that was started, with whatever it
 * started itself; `postmaster` that of the embedded PostgreSQL.
 */
export async function stackMemory(
  { node, postmaster }: { node: number; postmaster: number },
  origin: string,
): Promise<StackMemory> {
  const [own, database, { heap, external }] = await Promise.all([
    treeOf(node, postmaster).then(sumOf),
    treeOf(postmaster).then(sumOf),
    v8MiB(origin),
  ]);
  return {
    total: own.total + database.total,
    node: {
      total: own.total,
      heap,
      external,
      files: own.files,
      rest: own.total - heap - external - own.files,
    },
    postgres: { total: database.total, shared: database.shared, processes: database.processes },
  };
}

/** A process with all below it, but for one and what is below that. */
async function treeOf(root: number, without?: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const belongs = (pid: number): boolean =>
    pid !== without && (pid === root || (parents.has(pid) && belongs(parents.get(pid) ?? 0)));
  return [...parents.keys()].filter(belongs);
}

async function sumOf(pids: readonly number[]): Promise<Mapped & { processes: number }> {
  const sum = { total: 0, anonymous: 0, files: 0, shared: 0, processes: 0 };
  for (const pid of pids) {
    const mapped = await mappedOf(pid);
    if (mapped === undefined) continue;
    sum.processes++;
    for (const kind of ["total", "anonymous", "files", "shared"] as const)
      sum[kind] += mapped[kind];
  }
  return sum;
}

/** Undefined when the process has ended meanwhile. */
async function mappedOf(pid: number): Promise<Mapped | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => undefined);
  if (text === undefined || text === "") return undefined;
  const mib = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
  return {
    total: mib("Pss"),
    anonymous: mib("Pss_Anon"),
    files: mib("Pss_File"),
    shared: mib("Pss_Shmem"),
  };
}

/** As the server itself tells it. */
async function v8MiB(origin: string): Promise<{ heap: number; external: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const mib = (name: string) => {
    const line = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, "m").exec(text)?.[1];
    if (line === undefined) throw new Error(`the metrics do not have ${name}`);
    return Number(line) / 1024 / 1024;
  };
  return {
    heap: mib("nodejs_heap_size_total_bytes"),
    external: mib("nodejs_external_memory_bytes"),
  };
}
