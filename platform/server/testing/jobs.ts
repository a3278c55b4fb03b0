import { Logger as QueueLogger, quickAddJob, runOnce, type TaskList } from "graphile-worker";
import pg from "pg";
import type { AnyJob, TenantRun } from "../jobs/job.ts";
import { tasksOf } from "../jobs/task-list.ts";
import type { Services } from "../services.ts";

const TIME_LIMIT_MS = 60_000;

/** The queue of an application under test: its handlers are made once, as in a server. */
export class TestQueue {
  readonly #ownerUrl: string;
  readonly #taskList: TaskList;

  constructor(ownerUrl: string, jobs: readonly AnyJob[], services: Services) {
    this.#ownerUrl = ownerUrl;
    this.#taskList = tasksOf(jobs, services, new AbortController().signal).taskList;
  }

  /** Runs the jobs until none is due. */
  runDue(concurrency = 1): Promise<void> {
    const taskList = this.#taskList;
    return withPool(this.#ownerUrl, concurrency + 1, async (pgPool) => {
      // A worker stops where it finds nothing; a queue that is just being left looks like nothing.
      do {
        await runOnce({ pgPool, concurrency, noHandleSignals: true, logger: silent(), taskList });
      } while (await hasDueJobs(pgPool, Object.keys(taskList)));
    });
  }

  /** Lets the time of a scheduled job come, and runs what follows. */
  async runScheduled({ id }: Pick<AnyJob, "id">): Promise<void> {
    await withPool(this.#ownerUrl, 1, (pgPool) =>
      quickAddJob({ pgPool, logger: silent() }, id, {}),
    );
    await this.runDue();
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

/** Ended before this returns: a connection on its way out would be cut with the database's end. */
async function withPool<T>(
  connectionString: string,
  max: number,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString, max });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
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
