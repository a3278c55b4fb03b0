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
import { insertJob, insertJobForTenants, isSuspended } from "./queue-queries.ts";

/** What `operations.add_job` puts around a payload; a tick of the schedule has nothing of it. */
const added = z.object({ tenantId: z.uuid(), data: z.unknown() });

/** @param key of the job in the queue */
type Task = (raw: unknown, run: InstallationRun, key: string | null) => Promise<void>;

/** How long a job of a suspended club waits before it asks again. */
const PUT_OFF_MS = 15 * 60_000;

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
        plannedForOnce(() => task(raw, runOf(job, helpers, services, stopping), helpers.job.key));
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
  return async (raw, run, key) => {
    const { data: envelope } = added.safeParse(raw);
    if (envelope === undefined) return addForTenants(job, services);
    const { tenantId, data } = envelope;
    if (job.perTenant === "active" && (await isSuspended(run.database, tenantId)))
      return job.schedule === undefined ? putOff(job, envelope, key, run) : undefined;
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
  key: string | null,
  { database }: InstallationRun,
): Promise<void> {
  await database.write(tenantId, systemActor(), (tx) =>
    insertJob(tx, {
      identifier: id,
      payload: data,
      // The database puts the club in front.
      key: key?.slice(tenantId.length + 1) ?? null,
      runAt: new Date(Date.now() + PUT_OFF_MS),
      maxAttempts,
      queue: null,
      priority: 0,
    }),
  );
}

function runOf(
  { id }: AnyJob,
  { job: { attempts, max_attempts: maxAttempts } }: JobHelpers,
  { database, log }: Services,
  signal: AbortSignal,
): InstallationRun {
  return { database, log: log.child({ job: id }), signal, attempt: attempts, maxAttempts };
}
