import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Environment } from "#platform/server/environment.ts";
import { answerMetrics } from "#platform/server/http/worker-metrics.ts";

/** A worker that ends without having listened is started again after this, and each time twice. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** True for the only process, and for the one that opens the installation for the others. */
export function isFirstWorker(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/**
 * Serves one port with several processes. They share nothing but the database and the files, as
 * several machines would. The first one migrates and listens before the others begin; what ends is
 * replaced; being told to stop they are told, and waited for.
 *
 * @throws nothing: a first worker that cannot start has said why, and its code is this process's
 */
export async function serveInWorkers({ workers }: Environment, log: Logger): Promise<void> {
  let stopping = false;
  let pause = FIRST_PAUSE_MS;
  const replace = async (ended: Worker, code: number | null, signal: string | null) => {
    log.error({ worker: ended.id, code, signal }, "a worker has ended; another one begins");
    await wait(pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    if (!stopping) cluster.fork();
  };
  const stop = (signal: NodeJS.Signals) => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  cluster.on("listening", () => (pause = FIRST_PAUSE_MS));

  answerMetrics();
  const first = cluster.fork();
  const end = once(first, "exit") as Promise<[number | null]>;
  const opened = await Promise.race([
    once(first, "listening").then(() => undefined),
    end.then(([code]) => code ?? 1),
  ]);
  if (opened !== undefined) process.exit(opened);
  let worst = 0;
  cluster.on("exit", (worker, code, signal) => {
    if (!stopping) return void replace(worker, code, signal);
    worst = Math.max(worst, code ?? 1);
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(worst);
  });
  for (let count = 1; count < workers; count++) cluster.fork();
}
