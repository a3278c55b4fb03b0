import { EventEmitter } from "node:events";
import {
  Logger as QueueLogger,
  quickAddJob,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import pg from "pg";
import { logFailures } from "../jobs/job-queue.ts";
import type { AnyJob, TenantRun } from "../jobs/job.ts";
import { tasksOf } from "../jobs/task-list.ts";
import type { Services } from "../services.ts";

const TIME_LIMIT_MS = 60_000;

/** The most jobs that a test runs side by side, and the queue's own connection. */
const MAX_CONNECTIONS = 11;

/**
 * The queue of an application under test: its handlers are made once, as in a server, and its
 * connections stay until it is closed, as tests run it again and again.
 */
export class TestQueue {
  readonly #pool: pg.Pool;
  readonly #taskList: TaskList;
  readonly #events: WorkerEvents = new EventEmitter();

  constructor(ownerUrl: string, jobs: readonly AnyJob[], services: Services) {
    this.#pool = new pg.Pool({ connectionString: ownerUrl, max: MAX_CONNECTIONS });
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
    const { taskList, names } = tasksOf(jobs, services, new AbortController().signal);
    this.#taskList = taskList;
    logFailures(this.#events, services.log, names);
  }

  /** Runs the jobs until none is due. */
  async runDue(concurrency = 1): Promise<void> {
    const [pgPool, taskList, events] = [this.#pool, this.#taskList, this.#events];
    // A worker stops where it finds nothing; a queue that is just being left looks like nothing.
    do {
      await runOnce({
        pgPool,
        concurrency,
        noHandleSignals: true,
        logger: silent(),
        events,
        taskList,
      });
    } while (await hasDueJobs(pgPool, Object.keys(taskList)));
  }

  /** Lets the time of a scheduled job come, and runs what follows. */
  async runScheduled({ id }: Pick<AnyJob, "id">): Promise<void> {
    await quickAddJob({ pgPool: this.#pool, logger: silent() }, id, {});
    await this.runDue();
  }

  /** Before the database goes: a connection on its way out would be cut with it. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** A run of a job that a test calls itself. */
export function aRun({ database, log }: Services, tenantId: string): TenantRun {
  return {
    tenantId,
    database,
    log,
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    attempt: 1,
    maxAttempts: 25,
  };
}

async function hasDueJobs(pool: pg.Pool, identifiers: string[]): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM graphile_worker.jobs
     WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()
       AND task_identifier = ANY($1) LIMIT 1`,
    [identifiers],
  );
  return rows.length > 0;
}

function silent(): QueueLogger {
  return new QueueLogger(() => () => {});
}
