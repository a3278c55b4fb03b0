import {
  type CronItem,
  type JobHelpers,
  parseCronItems,
  type ParsedCronItem,
  type TaskList,
} from "graphile-worker";
import { z } from "zod";
import type { Services } from "../services.ts";
import type { AnyJob, InstallationRun, Job } from "./job.ts";
import { systemActor } from "../database/database.ts";
import { plannedForOnce } from "../database/planning.ts";
import { TenantNames } from "./tenant-names.ts";
import {
  insertJob,
  insertJobForTenants,
  selectQueueName,
  selectTenantState,
} from "./queue-queries.ts";

/** What `operations.add_job` puts around a payload; a tick of the schedule has nothing of it. */
const added = z.object({ tenantId: z.uuid(), data: z.unknown() });

/** @param place of the job in the queue */
type Task = (raw: unknown, run: InstallationRun, place: Place) => Promise<void>;

/** Where a job lies in the queue. */
interface Place {
  key: string | null;
  priority: number;
  /** Of the lane that it runs in; null for none. */
  queueName(): Promise<string | null>;
}

/** How long a job of a suspended club waits before it asks again. */
const SUSPENDED_MS = 15 * 60_000;
/** The same for a club in maintenance, whose people wait for its end. */
const MAINTENANCE_MS = 30_000;

/** What the queue calls and at what times. */
export interface Tasks {
  /** By identifier, former ones included. */
  taskList: TaskList;
  schedule: ParsedCronItem[];
  /** Of the clubs that jobs ran for. */
  names: TenantNames;
}

/**
 * Binds the jobs of an application to its services.
 *
 * @param stopping aborted at shutdown
 */
export function tasksOf(jobs: readonly AnyJob[], services: Services, stopping: AbortSignal): Tasks {
  const here = jobs.filter(({ runsIn }) => runsIn?.(services.environment) ?? true);
  const taskList: TaskList = {};
  const names = new TenantNames(services.database);
  for (const job of here) {
    const task = taskOf(job, services, names);
    for (const identifier of [job.id, ...(job.formerly ?? [])]) {
      if (identifier in taskList) throw new Error(`two jobs are called ${identifier}`);
      taskList[identifier] = (raw, helpers) =>
        plannedForOnce(() => task(raw, runOf(job, helpers, services, stopping), placeOf(helpers)));
    }
  }
  return { taskList, schedule: parseCronItems(here.flatMap(cronItemOf)), names };
}

function cronItemOf({ id, schedule }: AnyJob): CronItem[] {
  return schedule === undefined ? [] : [{ task: id, identifier: id, match: schedule.cron }];
}

function taskOf(job: AnyJob, services: Services, names: TenantNames): Task {
  if (job.kind === "INSTALLATION") {
    const work = job.bind(services);
    return (_raw, run) => work(run);
  }
  const work = job.bind(services);
  return async (raw, run, place) => {
    const { data: envelope } = added.safeParse(raw);
    if (envelope === undefined) return addForTenants(job, services);
    const { tenantId, data } = envelope;
    const state = await selectTenantState(run.database, tenantId);
    if (state === "MAINTENANCE") return putOff(job, envelope, place, MAINTENANCE_MS, run);
    if (state === "SUSPENDED" && job.perTenant === "active")
      return job.schedule === undefined
        ? putOff(job, envelope, place, SUSPENDED_MS, run)
        : undefined;
    const log = run.log.child({ tenantId, tenant: await names.find(tenantId) });
    await work(data, { ...run, tenantId, log });
  };
}

/** Returns the club in a job as it lay in the queue. */
export function tenantIdOf(payload: unknown): string | undefined {
  return added.safeParse(payload).data?.tenantId;
}

/** A tick of the schedule: each club has a job of its own, so that none can stop another's. */
async function addForTenants(
  { id, schedule, perTenant }: Job,
  { database }: Services,
): Promise<void> {
  if (schedule === undefined) throw new Error(`${id} was added without a club`);
  await insertJobForTenants(database, id, perTenant === "active");
}

/** Puts the job back under its own key: one that is added meanwhile takes its place. */
async function putOff(
  { id, maxAttempts }: Job,
  { tenantId, data }: z.output<typeof added>,
  { key, priority, queueName }: Place,
  forMs: number,
  { database }: InstallationRun,
): Promise<void> {
  const queue = await queueName();
  await database.write(tenantId, systemActor(), (tx) =>
    insertJob(tx, {
      identifier: id,
      payload: data,
      // The database puts the club in front.
      key: key?.slice(tenantId.length + 1) ?? null,
      runAt: new Date(Date.now() + forMs),
      maxAttempts,
      queue,
      priority,
    }),
  );
}

function placeOf({ job: { key, priority, job_queue_id: id }, query }: JobHelpers): Place {
  return {
    key,
    priority,
    queueName: async () => (id === null ? null : selectQueueName(query, id)),
  };
}

function runOf(
  { id }: AnyJob,
  { job: { attempts, max_attempts: maxAttempts } }: JobHelpers,
  { database, log }: Services,
  signal: AbortSignal,
): InstallationRun {
  return { database, log: log.child({ job: id }), signal, attempt: attempts, maxAttempts };
}
