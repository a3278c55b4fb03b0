import { officeToken, searchPath } from "./lists.ts";
import { load, type Target, warmUp } from "./load.ts";
import { type Figure, percent, perSecond } from "./report.ts";
import { startServer } from "./server-process.ts";

const CONNECTIONS = 32;
const ROUNDS = 2;
const TENANT = "mittel";

interface WorkersRun {
  settings: Record<string, string>;
  origin: string;
  publicOrigin(tenant: string): string;
  /** Seconds of a figure's measured part. */
  seconds: number;
}

/** Work of different kinds: of the process, of the database, of both. */
const WORK: Record<string, readonly string[]> = {
  "who one is": [`/${TENANT}/api/me`],
  "member list, 50 by name": [searchPath(TENANT, "size=50&sort=lastname")],
  "text filter": [searchPath(TENANT, "size=50&q=m%C3%BCller")],
};

/**
 * Requests per second of two processes on one port against one process. Both are started in turns,
 * because machines are noisy. On two cores the load generator and the database need one of them.
 */
export async function workerFigures(run: WorkersRun): Promise<Figure[]> {
  const measured = new Map<number, Record<string, number>>();
  for (let round = 0; round < ROUNDS; round++)
    for (const workers of [1, 2]) {
      const rates = await ratesOf(run, workers);
      const sum = measured.get(workers) ?? {};
      for (const [what, rate] of Object.entries(rates))
        sum[what] = (sum[what] ?? 0) + rate / ROUNDS;
      measured.set(workers, sum);
    }
  return Object.keys(WORK).map((what) => {
    const [one = Number.NaN, two = Number.NaN] = [1, 2].map(
      (workers) => measured.get(workers)?.[what],
    );
    return {
      what: `${what}, two processes on one port`,
      ours: perSecond(two),
      floor: `${perSecond(one)} with one`,
      ratio: percent(two / one),
    };
  });
}

async function ratesOf(run: WorkersRun, workers: number): Promise<Record<string, number>> {
  const { settings, origin, seconds } = run;
  const server = await startServer(
    { ...settings, WORKERS: String(workers) },
    `${origin}/public/${TENANT}/tenant`,
  );
  try {
    const headers = { authorization: `Bearer ${await officeToken(run, TENANT)}` };
    const rates: Record<string, number> = {};
    for (const [what, paths] of Object.entries(WORK)) {
      const target: Target = { origin, paths, headers };
      // Both processes have to be warm.
      for (let pass = 0; pass < workers; pass++) await warmUp(target, CONNECTIONS);
      const how = { connections: CONNECTIONS, seconds: seconds / ROUNDS };
      rates[what] = (await load(target, how)).perSecond;
    }
    return rates;
  } finally {
    await server.stop();
  }
}
