import type { Logger } from "pino";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import type { Services } from "../services.ts";

/** `module:verb-object`, as it stands in the queue. */
export type JobId = `${string}:${string}-${string}`;

/** What every run is given. */
export interface InstallationRun {
  database: Database;
  log: Logger;
  /** Aborted at shutdown: stop at the next safe place, the job runs again elsewhere. */
  signal: AbortSignal;
  /** 1 for the first try. */
  attempt: number;
  maxAttempts: number;
}

/** A run for one club: that of the transaction that added the job. */
export interface TenantRun extends InstallationRun {
  tenantId: string;
}

/**
 * The clubs that a job runs for. What was promised to be removed in time, and what a person has
 * asked for while their club was active, is done for suspended clubs too: "all". What begins by
 * itself and people would notice waits until the club is active again: "active". A time of the
 * schedule passes such a club by; a job that code added is put off. Of a club in maintenance
 * everything is put off, whichever it is.
 */
export type PerTenant = "active" | "all";

interface Identity {
  id: JobId;
  /**
   * Identifiers of former versions: their jobs may still wait in the queue, or arrive with a
   * backup. The payload has to be the same.
   */
  formerly?: readonly string[];
  /** Absent: everywhere. Where it says no, the schedule is left out. */
  runsIn?(environment: Environment): boolean;
}

/**
 * Makes, once for each application, what does one piece of background work. A run may happen twice
 * after a crash: it has to have one effect. Throwing means: try again later.
 */
type TenantHandler<Payload> = (
  services: Services,
) => (payload: Payload, run: TenantRun) => Promise<void>;

/** Background work for one club. */
export interface Job<P extends z.ZodType = z.ZodType> extends Identity {
  kind: "TENANT";
  payload: P;
  perTenant: PerTenant;
  /** Tries until it is given up. */
  maxAttempts: number;
  schedule?: { cron: string };
  /** Checks the payload as it lay in the queue, then runs the handler. */
  bind(services: Services): (payload: unknown, run: TenantRun) => Promise<void>;
}

/** Background work for the installation as a whole. */
export interface InstallationJob extends Identity {
  kind: "INSTALLATION";
  schedule: { cron: string };
  bind(services: Services): (run: InstallationRun) => Promise<void>;
}

export type AnyJob = Job | InstallationJob;

interface AddedJob<P extends z.ZodType> extends Identity {
  payload: P;
  /** Absent: all. */
  perTenant?: PerTenant;
  /** Absent: 25, over about four days. */
  maxAttempts?: number;
  handler: TenantHandler<z.output<P>>;
}

interface ScheduledJob extends Identity {
  /** Cron line of five fields, UTC. */
  schedule: string;
  perTenant: PerTenant;
  handler: TenantHandler<NoPayload>;
}

const MAX_ATTEMPTS = 25;
const noPayload = z.object({});
type NoPayload = z.output<typeof noPayload>;

/** Work that code adds with `addJob`, in the transaction of its cause. */
export function job<P extends z.ZodType>(spec: AddedJob<P>): Job<P>;
/** Work that is done for each club at fixed times; `addJob` adds it between them. */
export function job(spec: ScheduledJob): Job<typeof noPayload>;
export function job(spec: AddedJob<z.ZodType> | ScheduledJob): Job {
  if ("schedule" in spec) {
    const { schedule, perTenant, handler, ...identity } = spec;
    return {
      ...identity,
      kind: "TENANT",
      payload: noPayload,
      perTenant,
      maxAttempts: MAX_ATTEMPTS,
      schedule: { cron: schedule },
      bind: bound(noPayload, handler),
    };
  }
  const { perTenant = "all", maxAttempts = MAX_ATTEMPTS, handler, ...rest } = spec;
  return { ...rest, kind: "TENANT", perTenant, maxAttempts, bind: bound(rest.payload, handler) };
}

function bound<P extends z.ZodType>(payload: P, handler: TenantHandler<z.output<P>>): Job["bind"] {
  return (services) => {
    const work = handler(services);
    return async (raw, run) => work(payload.parse(raw), run);
  };
}

/** Work that is done once at fixed times, for the installation as a whole. */
export function installationJob({
  schedule,
  handler,
  ...identity
}: Identity & {
  /** Cron line of five fields, UTC. */
  schedule: string;
  handler(services: Services): (run: InstallationRun) => Promise<void>;
}): InstallationJob {
  return { kind: "INSTALLATION", ...identity, schedule: { cron: schedule }, bind: handler };
}
