import autocannon from "autocannon";

/** What came of one round of requests. */
export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

export interface Target {
  origin: string;
  /** Taken in turn. */
  paths: readonly string[];
  headers?: Record<string, string>;
  /** The answer expected; absent: 200. */
  status?: number;
}

/** Loads a target for some seconds; any answer but the expected one is an error of the bench. */
export async function load(
  target: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times = await responseTimes(target, { connections, seconds });
  return { perSecond: times.length / seconds, ...percentiles(times) };
}

/** Loads a target without looking at the times: compiled code, caches, connections. */
export async function warmUp(target: Target, connections: number): Promise<void> {
  await responseTimes(target, { connections, seconds: 1.5 });
}

/** Response times in milliseconds. */
function responseTimes(
  { origin, paths, headers = {}, status: expected = 200 }: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    let refused: number | undefined;
    const run = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        requests: paths.map((path) => ({ path, headers })),
      },
      (error: Error | null, result) => {
        if (error !== null) reject(error);
        else if (refused !== undefined)
          reject(new Error(`${origin}${paths[0] ?? ""} answered ${refused}`));
        else if (result.errors > 0)
          reject(new Error(`${origin}${paths[0] ?? ""}: ${result.errors} connections failed`));
        else resolve(times);
      },
    );
    run.on("response", (_client, status, _bytes, milliseconds) => {
      if (status === expected) times.push(milliseconds);
      else refused = status;
    });
  });
}

export function percentiles(times: readonly number[]): Pick<Load, "p50" | "p95" | "p99"> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/**
 * Repeats a piece of work by several workers at once until the time is over; returns its durations.
 */
export async function repeat(
  work: (worker: number) => Promise<void>,
  { workers, seconds }: { workers: number; seconds: number },
): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const one = async (worker: number) => {
    while (performance.now() < end) {
      const begun = performance.now();
      await work(worker);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => one(worker)));
  return times;
}
