import { EventEmitter } from "node:events";
import {
  type Job as WorkerJob,
  Logger as QueueLogger,
  run,
  type WorkerEvents,
} from "graphile-worker";
import type { Logger } from "pino";
import type { Services } from "../services.ts";
import { Heartbeat, type Pulse } from "./heartbeat.ts";
import { JobPool } from "./job-pool.ts";
import type { AnyJob } from "./job.ts";
import { tasksOf, tenantIdOf } from "./task-list.ts";
import type { TenantNames } from "./tenant-names.ts";

interface Options {
  /** The owner's connection: the queue's tables belong to it. */
  ownerUrl: string;
  jobs: readonly AnyJob[];
  services: Services;
  concurrency?: number;
  pulse?: Pulse;
}

export interface JobQueue {
  /** Waits for running jobs, some seconds at most. */
  stop(): Promise<void>;
}

/** Runs the jobs of an application until it is stopped. */
export async function startJobs({
  ownerUrl,
  jobs,
  services,
  concurrency = 6,
  pulse,
}: Options): Promise<JobQueue> {
  const { log } = services;
  const stopping = new AbortController();
  const pool = new JobPool({
    connectionString: ownerUrl,
    max: concurrency + 3,
    log,
    stopping: stopping.signal,
  });
  const heartbeat = new Heartbeat(pool, log, pulse);
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => heartbeat.add(workerPool.id));
  const { taskList, schedule, names } = tasksOf(jobs, services, stopping.signal);
  logFailures(events, log, names);
  const runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: schedule,
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new QueueLogger(() => () => {}),
  });
  await heartbeat.start();
  return {
    async stop() {
      stopping.abort();
      await runner
        .stop()
        .catch((error: unknown) => log.warn({ err: error }, "job queue did not stop cleanly"));
      await heartbeat.stop();
      await pool.end();
    },
  };
}

/** Logs what jobs threw, with the club that they ran for. */
export function logFailures(events: WorkerEvents, log: Logger, names: TenantNames): void {
  const facts = ({ task_identifier, attempts, payload }: WorkerJob, error: unknown) => {
    const tenantId = tenantIdOf(payload);
    const tenant = tenantId === undefined ? undefined : names.known(tenantId);
    return { err: error, job: task_identifier, attempt: attempts, tenantId, tenant };
  };
  events.on("job:failed", ({ job, error }) => log.error(facts(job, error), "job gave up"));
  events.on("job:error", ({ job, error }) =>
    log.warn(facts(job, error), "job failed, will be tried again"),
  );
}
