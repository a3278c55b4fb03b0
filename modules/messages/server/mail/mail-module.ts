import { registerForgetter } from "#modules/members/server/public.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { DELIVER_JOB, deliverJob } from "./deliver.ts";
import { forgetMailsOf } from "./delivery-queries.ts";
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

/** Addresses that mails went to are forgotten with the person. */
export function registerMailsOfPersons(): void {
  registerForgetter("message-mails", forgetMailsOf);
}
