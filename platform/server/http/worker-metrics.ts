import cluster, { type Worker } from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import { AggregatorRegistry, type Registry } from "prom-client";

/** A worker asks the process that it belongs to, and gets the figures of all. */
interface Asked {
  kind: "metrics";
  number: number;
  text?: string;
}

/** Longer than prom-client waits for a worker that has just begun. */
const LIMIT_MS = 8_000;

/**
 * Returns how the figures of a port are had, as Prometheus reads them: those of this process, or of
 * all that serve the port together. Whoever asks reaches one of them, and never knows which.
 */
export function metricsOfPort(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  // Has this process answer for its part.
  void new AggregatorRegistry();
  AggregatorRegistry.setRegistries([registry]);
  const waiting = new Map<number, (text: string) => void>();
  process.on("message", (message) => {
    if (isAsked(message) && message.text !== undefined) waiting.get(message.number)?.(message.text);
  });
  let number = 0;
  return async () => {
    const asked: Asked = { kind: "metrics", number: ++number };
    const answer = new Promise<string>((resolve) => waiting.set(asked.number, resolve));
    process.send?.(asked);
    const text = await Promise.race([answer, wait(LIMIT_MS, undefined, { ref: false })]);
    waiting.delete(asked.number);
    // One that has not begun yet keeps the others' figures from nobody for long.
    return text ?? registry.metrics();
  };
}

/** Answers workers that ask for the figures of all. */
export function answerMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isAsked(message)) return;
    all.clusterMetrics().then(
      (text) => worker.isConnected() && worker.send({ ...message, text }),
      () => {},
    );
  });
}

function isAsked(message: unknown): message is Asked {
  return (
    typeof message === "object" &&
    message !== null &&
    "kind" in message &&
    message.kind === "metrics"
  );
}
