import type { Services } from "#platform/server/services.ts";
import { cleanUpInvitations, eraseGuests } from "./cleanup.ts";
import { invitedHandlers } from "./invited-handlers.ts";
import { writeCancellations, writeInvitations } from "./mails/mail-jobs.ts";
import { notifyChanges } from "./mails/notify-changes.ts";
import { listHandlers } from "./organiser/list-handlers.ts";
import { organiserHandlers } from "./organiser/organiser-handlers.ts";
import { reachHandlers } from "./reach/reach-handlers.ts";
import { seriesInvitationHandlers } from "./series/series-handlers.ts";
import { extendInvitations } from "./series/series-invitations.ts";

/** What invitations add to the module's manifest. */
export function invitationHandlers(services: Services) {
  return {
    ...organiserHandlers(),
    ...reachHandlers(services),
    ...invitedHandlers(services),
    ...listHandlers(services),
    ...seriesInvitationHandlers(services),
  };
}

export const invitationJobs = [
  writeInvitations,
  writeCancellations,
  notifyChanges,
  extendInvitations,
  cleanUpInvitations,
  eraseGuests,
];
