import type { Services } from "#platform/server/services.ts";
import type { JobHandler } from "#platform/server/jobs/jobs.ts";
import { invitedHandlers } from "./invited-handlers.ts";
import { listHandlers } from "./organiser/list-handlers.ts";
import {
  FAREWELL_JOB,
  farewellJob,
  INVITATION_MAIL_JOB,
  invitationMailJob,
} from "./mails/mail-jobs.ts";
import { organiserHandlers } from "./organiser/organiser-handlers.ts";
import { EXTEND_JOB, extendJob } from "./series/series-invitations.ts";
import { TELL_JOB, tellChangesJob } from "./mails/notify-changes.ts";
import { UPKEEP_JOB, UPKEEP_OF_TENANT_JOB, upkeepJob, upkeepOfTenantJob } from "./cleanup.ts";

/** What invitations add to the module's manifest. */
export function invitationHandlers(services: Services) {
  return { ...organiserHandlers(), ...invitedHandlers(services), ...listHandlers(services) };
}

export function invitationJobs(services: Services): Record<string, JobHandler> {
  return {
    [INVITATION_MAIL_JOB]: invitationMailJob(services),
    [FAREWELL_JOB]: farewellJob(services),
    [TELL_JOB]: tellChangesJob,
    [EXTEND_JOB]: extendJob,
    [UPKEEP_JOB]: upkeepJob,
    [UPKEEP_OF_TENANT_JOB]: upkeepOfTenantJob,
  };
}

/** Once a day, at night. */
export const invitationSchedule = { "37 2 * * *": UPKEEP_JOB };
