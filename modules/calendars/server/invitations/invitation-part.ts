import type { Services } from "#platform/server/services.ts";
import type { JobHandler } from "#platform/server/jobs.ts";
import { registerInvitationHooks } from "./event-hooks.ts";
import { invitedHandlers } from "./invited-handlers.ts";
import { listHandlers } from "./list-handlers.ts";
import { INVITATION_MAIL_JOB, invitationMailJob } from "./mail-jobs.ts";
import { organiserHandlers } from "./organiser-handlers.ts";
import { TELL_JOB, tellChangesJob } from "./tell-changes.ts";

registerInvitationHooks();

/** What invitations add to the module's manifest. */
export function invitationHandlers(services: Services) {
  return { ...organiserHandlers(), ...invitedHandlers(services), ...listHandlers(services) };
}

export function invitationJobs(services: Services): Record<string, JobHandler> {
  return { [INVITATION_MAIL_JOB]: invitationMailJob(services), [TELL_JOB]: tellChangesJob };
}
