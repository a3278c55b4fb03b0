import { systemActor } from "#platform/server/database/database.ts";
import { job } from "#platform/server/jobs/job.ts";
import { eraseGuestsOfPast, selectInvitationsOfGone } from "./cleanup-queries.ts";
import { ClubTime } from "../time/club-time.ts";
import { selectTimeZone } from "./invitation-queries.ts";
import { deleteGuestCounts } from "./organiser/guest-limit-queries.ts";
import { requestExtension, withdraw } from "./series/series-invitations.ts";
import { selectInvitedSeries } from "./series/series-queries.ts";

const DAY_MS = 86_400_000;

/** Half a year after an event there is no reason to keep its guests' data. */
const GUEST_DAYS = 180;

/**
 * Frees the places of people who are gone and invites to the occurrences that come into sight.
 * People are written to, so suspended clubs wait.
 */
export const cleanUpInvitations = job({
  id: "calendars:clean-up-invitations",
  formerly: ["calendars:keep-invitations", "calendars:keep-invitations-of-tenant"],
  schedule: "37 2 * * *",
  perTenant: "active",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor("Einladungen"), async (tx) => {
        await withdraw(tx, await selectInvitationsOfGone(tx));
        for (const id of await selectInvitedSeries(tx)) await requestExtension(tx, id);
      });
    },
});

/** A day longer than they count: a club may move to another time zone. */
const COUNT_DAYS = 2;

/** Erases guests of the past and who invited how many, of suspended clubs too: it sends no mails. */
export const eraseGuests = job({
  id: "calendars:erase-guests",
  schedule: "38 2 * * *",
  perTenant: "all",
  handler:
    () =>
    async (_payload, { tenantId, database }) => {
      await database.bulk(tenantId, systemActor("Einladungen"), async (tx) => {
        await eraseGuestsOfPast(tx, GUEST_DAYS);
        const time = ClubTime.in(await selectTimeZone(tx));
        await deleteGuestCounts(tx, time.dayOf(Date.now() - COUNT_DAYS * DAY_MS));
      });
    },
});
