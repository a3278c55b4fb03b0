import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { PrimaryClient } from "../database/hosts/primary-client.ts";

const RECONNECT_MS = 1_000;
/** A serialization failure, which the queue tries again at once. */
const WORTH_A_RETRY = "40001";

/** The client by what is overridden: the many ways to call it differ only in their arguments. */
const Client = PrimaryClient as new (config?: pg.ClientConfig) => {
  query(...asked: unknown[]): unknown;
};

/** Says of a statement that a lost connection broke off that it is worth a retry. */
class RetriedClient extends Client {
  override query(...asked: unknown[]): unknown {
    const answer = super.query(...asked);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      throw isLost(error) ? retriable(error) : error;
    });
  }
}

interface Options {
  connectionString: string;
  max: number;
  log: Logger;
  /** Once it is aborted, nothing waits for the database any more. */
  stopping: AbortSignal;
}

/**
 * The connections of the job queue. The queue notes a job's end without waiting for it: where the
 * database were away then, the rejection would be unhandled and end the process. So connecting
 * waits for the database, and what was broken off is tried again.
 */
export class JobPool extends pg.Pool {
  readonly #stopping: AbortSignal;

  constructor({ connectionString, max, log, stopping }: Options) {
    super({
      connectionString,
      max,
      application_name: "vereinsheim-jobs",
      keepAlive: true,
      Client: RetriedClient as typeof pg.Client,
    });
    this.#stopping = stopping;
    const lost = (error: Error) => log.warn({ err: error }, "job connection lost");
    this.on("error", lost);
    this.on("connect", (client) => client.on("error", lost));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    return callback === undefined ? this.#connected() : super.connect(callback);
  }

  async #connected(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!isLost(error) || this.#stopping.aborted) throw error;
        await wait(RECONNECT_MS);
      }
    }
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: () => void,
) => void;

function isLost(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) ||
    /Connection terminated|not queryable/i.test(error.message)
  );
}

function retriable(error: Error): Error {
  return Object.assign(new Error(error.message, { cause: error }), { code: WORTH_A_RETRY });
}
