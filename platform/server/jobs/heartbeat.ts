import type pg from "pg";
import type { Logger } from "pino";
import { deleteHeartbeats, saveHeartbeat, unlockSilentWorkers } from "./queue-queries.ts";

/** The times of a heartbeat. */
export interface Pulse {
  everyMs: number;
  /** Who has said nothing for so long is taken for dead. */
  silentMs: number;
}

const PULSE: Pulse = { everyMs: 10_000, silentMs: 60_000 };

/**
 * Says "alive" for the worker pools of this process and frees the jobs of those that fell silent:
 * the queue itself would wait four hours.
 */
export class Heartbeat {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #pulse: Pulse;
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, log: Logger, pulse: Pulse = PULSE) {
    this.#pool = pool;
    this.#log = log;
    this.#pulse = pulse;
  }

  /** Jobs are locked in the name of their worker pool. */
  add(workerPoolId: string): void {
    this.#ids.add(workerPoolId);
  }

  async start(): Promise<void> {
    await this.#beat();
    const beat = () =>
      void this.#beat().catch((error: unknown) =>
        this.#log.warn({ err: error }, "job heartbeat failed"),
      );
    this.#timer = setInterval(beat, this.#pulse.everyMs).unref();
  }

  /** What these pools still hold is free for others a minute from now. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await deleteHeartbeats(this.#pool, [...this.#ids]).catch(() => {});
  }

  async #beat(): Promise<void> {
    await saveHeartbeat(this.#pool, [...this.#ids]);
    await unlockSilentWorkers(this.#pool, this.#pulse.silentMs);
  }
}
