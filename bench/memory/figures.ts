import { setTimeout as wait } from "node:timers/promises";
import type { Bench } from "../lists.ts";
import type { Figure } from "../report.ts";
import { type StackMemory, stackMemory } from "./stack-memory.ts";
import { mixedLoad, type Work } from "./mixed-load.ts";

const LIMIT_MIB = 450;
/** After the load it has so long to come back. */
const REST_MS = 60_000;
const LOOK_MS = 1_000;

interface Run extends Pick<Bench, "origin" | "publicOrigin"> {
  /** The processes looked at. */
  processes: { node: number; postmaster: number };
  minutes: number;
  say(line: string): void;
}

/**
 * Memory of the whole stack, Node and the embedded PostgreSQL, before, under and after a mixed
 * load. Says each half minute where it stands.
 */
export async function memoryFigures(tenant: string, run: Run): Promise<Figure[]> {
  const look = () => stackMemory(run.processes, run.origin);
  const before = await look();
  run.say(`  before: ${lineOf(before)}`);
  const works = await mixedLoad(run, tenant);
  const done = new Map<string, number>();
  const plan: Plan = { end: performance.now() + run.minutes * 60_000, failures: new Map() };
  let peak = before;
  let running = true;
  const watching = (async () => {
    for (let seconds = 1; running; seconds++) {
      await wait(LOOK_MS);
      const now = await look();
      if (now.total > peak.total) peak = now;
      if (seconds % 30 === 0) run.say(`  ${(seconds / 60).toFixed(1)} min: ${lineOf(now)}`);
    }
  })();
  try {
    await Promise.all(works.map((work) => repeated(work, plan, done)));
  } finally {
    running = false;
    await watching;
  }
  for (const [name, { count, last }] of plan.failures)
    run.say(`  ${count} × ${name} failed, the last time: ${last}`);
  if (works.every(({ name }) => !done.has(name))) throw new Error("nothing of the load worked");
  run.say(`  ${[...done].map(([name, count]) => `${count} × ${name}`).join(", ")}`);
  const atEnd = await look();
  for (let waited = 0; waited < REST_MS; waited += REST_MS / 4) {
    run.say(`  ${waited / 1_000} s after the load: ${lineOf(await look())}`);
    await wait(REST_MS / 4);
  }
  const after = await look();
  run.say(`  a minute after the load: ${lineOf(after)}`);
  const figure = (what: string, memory: StackMemory, more: Partial<Figure> = {}): Figure => ({
    what,
    ours: `${memory.total.toFixed(0)} MiB: ${lineOf(memory)}`,
    ...more,
  });
  return [
    figure("memory of the stack before the load", before),
    figure(`the most during ${run.minutes} minutes`, peak),
    figure("at the end of the load", atEnd),
    figure("a minute later", after, {
      demand: `< ${LIMIT_MIB} MiB`,
      met: after.total < LIMIT_MIB,
    }),
  ];
}

interface Plan {
  end: number;
  /** A machine that is busy with other things answers some of it too late. */
  failures: Map<string, { count: number; last: string }>;
}

/** Until the end; what is on its way then is waited for. */
async function repeated(work: Work, plan: Plan, done: Map<string, number>): Promise<void> {
  for (let round = 0; performance.now() < plan.end; round++) {
    try {
      await work.run(round);
      done.set(work.name, (done.get(work.name) ?? 0) + 1);
    } catch (error) {
      const count = (plan.failures.get(work.name)?.count ?? 0) + 1;
      plan.failures.set(work.name, { count, last: String(error).slice(0, 300) });
    }
    await wait(Math.min(work.pauseMs, Math.max(0, plan.end - performance.now())));
  }
}

function lineOf({ node, postgres }: StackMemory): string {
  const mib = (value: number) => value.toFixed(0);
  return (
    `Node ${mib(node.total)} (heap ${mib(node.heap)}, buffers ${mib(node.external)}, program ${mib(node.files)}, rest ${mib(node.rest)}), ` +
    `PostgreSQL ${mib(postgres.total)} (shared ${mib(postgres.shared)}, ${postgres.processes} processes)`
  );
}
