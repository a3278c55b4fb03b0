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
import { insertJobForTenants } from "./queue-queries.ts";

/** What `operations.add_job` puts around a payload; a tick of the schedule has nothing of it. */
const added = z.object({ tenantId: z.uuid(), data: z.unknown() });

type Task = (raw: unknown, run: InstallationRun) => Promise<void>;

/** What the queue calls and at what times. */
export interface Tasks {
  /** By identifier, former ones included. */
  taskList: TaskList;
  schedule: ParsedCronItem[];
}

/**
 * Binds the jobs of an application to its services.
 *
 * @param stopping aborted at shutdown
 */
export function tasksOf(jobs: readonly AnyJob[], services: Services, stopping: AbortSignal): Tasks {
  const here = jobs.filter(({ runsIn }) => runsIn?.(services.environment) ?? true);
  const taskList: TaskList = {};
  for (const job of here) {
    const task = taskOf(job, services);
    for (const identifier of [job.id, ...(job.formerly ?? [])]) {
      if (identifier in taskList) throw new Error(`two jobs are called ${identifier}`);
      taskList[identifier] = (raw, helpers) => task(raw, runOf(job, helpers, services, stopping));
    }
  }
  return { taskList, schedule: parseCronItems(here.flatMap(cronItemOf)) };
}

function cronItemOf({ id, schedule }: AnyJob): CronItem[] {
  return schedule === undefined ? [] : [{ task: id, identifier: id, match: schedule.cron }];
}

function taskOf(job: AnyJob, services: Services): Task {
  if (job.kind === "INSTALLATION") {
    const work = job.bind(services);
    return (_raw, run) => work(run);
  }
  const work = job.bind(services);
  return async (raw, run) => {
    const { data: envelope } = added.safeParse(raw);
    if (envelope === undefined) return addForTenants(job, services);
    const { tenantId, data } = envelope;
    await work(data, { ...run, tenantId, log: run.log.child({ tenantId }) });
  };
}

/** A tick of the schedule: each club has a job of its own, so that none can stop another's. */
async function addForTenants({ id, schedule }: Job, { database }: Services): Promise<void> {
  if (schedule === undefined) throw new Error(`${id} was added without a club`);
  await insertJobForTenants(database, id, schedule.perTenant === "active");
}

function runOf(
  { id }: AnyJob,
  { job: { attempts, max_attempts: maxAttempts } }: JobHelpers,
  { database, log }: Services,
  signal: AbortSignal,
): InstallationRun {
  return { database, log: log.child({ job: id }), signal, attempt: attempts, maxAttempts };
}
