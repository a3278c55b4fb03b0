import { systemActor } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import { extendLater, withdraw } from "./series/series-invitations.ts";
import { selectInvitedSeries } from "./series/series-queries.ts";
import { eraseGuests, selectInvitationsOfGone, selectTenantIds } from "./cleanup-queries.ts";

export const UPKEEP_JOB = "calendars:keep-invitations";
export const UPKEEP_OF_TENANT_JOB = "calendars:keep-invitations-of-tenant";
/** Half a year after an event its guests are nobody's business any more. */
const GUEST_DAYS = 180;

/** Once a day: a job for each club. */
export const upkeepJob: JobHandler = async (_payload, { database, signal }) => {
  for (const tenantId of await selectTenantIds(database)) {
    if (signal.aborted) return;
    await database.write(tenantId, systemActor(), (tx) =>
      addJob(tx, UPKEEP_OF_TENANT_JOB, {}, { key: UPKEEP_OF_TENANT_JOB }),
    );
  }
};

/**
 * Frees the places of people who are gone, invites to the occurrences that come into sight, erases
 * guests of the past.
 */
export const upkeepOfTenantJob: JobHandler = async (_payload, { tenantId, database }) => {
  await database.bulk(tenantId, systemActor("Einladungen"), async (tx) => {
    await withdraw(tx, await selectInvitationsOfGone(tx));
    await eraseGuests(tx, GUEST_DAYS);
    for (const id of await selectInvitedSeries(tx)) await extendLater(tx, id);
  });
};
