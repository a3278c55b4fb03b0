import { setTimeout as wait } from "node:timers/promises";
import { Logger as QueueLogger, run, type Runner, type TaskList } from "graphile-worker";
import { sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { type Database, type WriteTx, sqlOf } from "../database/database.ts";

export interface JobContext {
  /**
   * The tenant of the transaction that added the job; empty for jobs of the installation's
   * schedule.
   */
  tenantId: string;
  database: Database;
  log: Logger;
  /** Aborted at shutdown: stop at the next safe place, the job runs again elsewhere. */
  signal: AbortSignal;
  /** 1 for the first try. */
  attempt: number;
  maxAttempts: number;
}

/**
 * Does one piece of background work. May run twice after a crash: has to have one effect. Throwing
 * means: try again later.
 */
export type JobHandler = (payload: unknown, job: JobContext) => Promise<void>;

interface AddOptions {
  /** A later job with the same key replaces the waiting one. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
  /**
   * Jobs of one queue run one after the other, whichever process runs them: slow ones leave room
   * for others.
   */
  queue?: string;
  /** Lower ones run first; default 0. */
  priority?: number;
}

/** Adds work to the queue in the transaction of its cause: both happen or none. */
export async function addJob(
  tx: WriteTx,
  identifier: string,
  payload: unknown,
  { key, runAt, maxAttempts = 25, queue, priority = 0 }: AddOptions = {},
): Promise<void> {
  const when = (runAt ?? new Date()).toISOString();
  await sql`SELECT operations.add_job(${identifier}, ${JSON.stringify(payload)}::json, ${key ?? null}, ${when}::timestamptz, ${maxAttempts}::int, ${queue ?? null}, ${priority}::int)`.execute(
    sqlOf(tx),
  );
}

interface Options {
  /** The owner's connection: the queue's tables belong to it. */
  ownerUrl: string;
  database: Database;
  handlers: Record<string, JobHandler>;
  /** Cron line (five fields, UTC) → identifiers. */
  schedule: readonly (readonly [cron: string, identifier: string])[];
  log: Logger;
  concurrency?: number;
}

const HEARTBEAT_MS = 10_000;
const SILENT_AFTER = "60 seconds";
const RECONNECT_MS = 1_000;
/** A serialization failure, which the queue tries again at once. */
const WORTH_A_RETRY = "40001";

export interface JobQueue {
  /** Waits for running jobs, some seconds at most. */
  stop(): Promise<void>;
}

export async function startJobs({
  ownerUrl,
  database,
  handlers,
  schedule,
  log,
  concurrency = 6,
}: Options): Promise<JobQueue> {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: concurrency + 3,
    application_name: "vereinsheim-jobs",
    keepAlive: true,
  });
  const lost = (error: Error) => log.warn({ err: error }, "job connection lost");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const stopping = new AbortController();
  waitForDatabase(pool, stopping.signal);
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([identifier, handler]) => [
      identifier,
      async (raw: unknown, { job }: { job: { attempts: number; max_attempts: number } }) => {
        const { tenantId, data } = envelope(raw);
        await handler(data, {
          tenantId,
          database,
          log: log.child({ job: identifier, tenantId }),
          signal: stopping.signal,
          attempt: job.attempts,
          maxAttempts: job.max_attempts,
        });
      },
    ]),
  );
  const ids = new Set<string>();
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    crontab: schedule.map(([cron, identifier]) => `${cron} ${identifier}`).join("\n"),
    logger: new QueueLogger(() => () => {}),
  });
  runner.events.on("worker:create", ({ worker }) => ids.add(worker.workerId));
  for (const id of runnerWorkerIds(runner)) ids.add(id);
  runner.events.on("job:failed", ({ job, error }) =>
    log.error({ err: error, job: job.task_identifier }, "job gave up"),
  );
  runner.events.on("job:error", ({ job, error }) =>
    log.warn(
      { err: error, job: job.task_identifier, attempt: job.attempts },
      "job failed, will be tried again",
    ),
  );

  const heartbeat = setInterval(
    () =>
      void beat(pool, [...ids]).catch((error: unknown) =>
        log.warn({ err: error }, "job heartbeat failed"),
      ),
    HEARTBEAT_MS,
  );
  heartbeat.unref();
  await beat(pool, [...ids]);
  return {
    async stop() {
      clearInterval(heartbeat);
      stopping.abort();
      await runner
        .stop()
        .catch((error: unknown) => log.warn({ err: error }, "job queue did not stop cleanly"));
      await pool
        .query("DELETE FROM operations.job_worker WHERE id = ANY($1)", [[...ids]])
        .catch(() => {});
      await pool.end();
    },
  };
}

/**
 * The queue notes a job's end without waiting for it: where the database is away then, the
 * rejection is nobody's and ends the process. So connecting waits for the database, and what a lost
 * connection broke off is said to be worth a retry.
 */
function waitForDatabase(pool: pg.Pool, stopping: AbortSignal): void {
  const connect = pool.connect.bind(pool) as (
    ...args: unknown[]
  ) => Promise<pg.PoolClient> | undefined;
  const waiting = async (first: Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
    for (let next: Promise<pg.PoolClient> | undefined = first; ; next = connect()) {
      try {
        return await (next as Promise<pg.PoolClient>);
      } catch (error) {
        if (!isLost(error) || stopping.aborted) throw error;
        await wait(RECONNECT_MS);
      }
    }
  };
  const connecting = (...args: unknown[]) => {
    const connected = connect(...args);
    return connected === undefined ? undefined : waiting(connected);
  };
  pool.connect = connecting as typeof pool.connect;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const querying = (...args: unknown[]) => {
      const asked = query(...args);
      if (!(asked instanceof Promise)) return asked;
      return asked.catch((error: unknown) => {
        throw isLost(error)
          ? Object.assign(new Error((error as Error).message, { cause: error }), {
              code: WORTH_A_RETRY,
            })
          : error;
      });
    };
    client.query = querying as typeof client.query;
  });
}

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as { code?: string };
  return (
    /^(57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) ||
    /Connection terminated|not queryable/i.test(error.message)
  );
}

/**
 * Says "alive" for our workers and frees the jobs of workers that fell silent (the queue itself
 * waits four hours).
 */
async function beat(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    "INSERT INTO operations.job_worker (id) SELECT unnest($1::text[]) ON CONFLICT (id) DO UPDATE SET seen_at = now()",
    [ids],
  );
  await pool.query(`
    WITH gone AS (
      SELECT DISTINCT locked_by FROM graphile_worker._private_jobs
      WHERE locked_by IS NOT NULL AND locked_at < now() - interval '${SILENT_AFTER}'
        AND locked_by NOT IN (SELECT id FROM operations.job_worker WHERE seen_at > now() - interval '${SILENT_AFTER}')
    )
    SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM gone HAVING count(*) > 0`);
  await pool.query("DELETE FROM operations.job_worker WHERE seen_at < now() - interval '1 hour'");
}

function runnerWorkerIds(runner: Runner): string[] {
  const pool = (runner as unknown as { workerPool?: { _workers?: { workerId: string }[] } })
    .workerPool;
  return pool?._workers?.map((worker) => worker.workerId) ?? [];
}

function envelope(raw: unknown): { tenantId: string; data: unknown } {
  if (typeof raw === "object" && raw !== null && "tenantId" in raw) {
    const { tenantId, data } = raw as { tenantId: string; data?: unknown };
    return { tenantId, data };
  }
  return { tenantId: "", data: raw };
}
