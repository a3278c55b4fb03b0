import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { DELIVER_JOB, deliverJob } from "./deliver.ts";
import { DIGEST_JOB, digestJob, MAIL_JOB, mailJob, UPKEEP_JOB, upkeepJob } from "./digests.ts";

/** Background work of mails about messages. */
export function mailJobs(services: Services): Record<string, JobHandler> {
  return {
    [MAIL_JOB]: mailJob,
    [DELIVER_JOB]: deliverJob(services),
    [DIGEST_JOB]: digestJob,
    [UPKEEP_JOB]: upkeepJob(),
  };
}

export const mailSchedule = { "*/5 * * * *": UPKEEP_JOB };
