import { registerForgetter, registerPersonalData } from "#modules/members/server/public.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import { extendLater, withdraw } from "./series/series-invitations.ts";
import { selectInvitedSeries } from "./series/series-queries.ts";
import {
  forgetGuests,
  forgetWords,
  selectAnswersGiven,
  selectInvitationsOfGone,
  selectPersonalInvitations,
  selectPersonalSeries,
  selectTenantIds,
} from "./cleanup-queries.ts";

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
 * Frees the places of people who are gone, invites to the occurrences that come into sight, forgets
 * guests of the past.
 */
export const upkeepOfTenantJob: JobHandler = async (_payload, { tenantId, database }) => {
  await database.bulk(tenantId, systemActor("Einladungen"), async (tx) => {
    await withdraw(tx, await selectInvitationsOfGone(tx));
    await forgetGuests(tx, GUEST_DAYS);
    for (const id of await selectInvitedSeries(tx)) await extendLater(tx, id);
  });
};

/** Called when the module is loaded. */
export function registerInvitationsOfPersons(): void {
  registerPersonalData({
    key: "einladungen",
    title: "Einladungen zu Terminen",
    deletion: {
      fate: "ANONYMISED",
      reason:
        "Zu- und Absagen zählen ohne Namen weiter; Bemerkungen werden gelöscht, kommende Einladungen zurückgezogen.",
    },
    async load(tx, memberId) {
      const states = {
        OPEN: "offen",
        ACCEPTED: "zugesagt",
        DECLINED: "abgesagt",
        WAITING: "Warteliste",
      };
      return {
        data: {
          Einladungen: (await selectPersonalInvitations(tx, memberId)).map((row) => ({
            Termin: row.title,
            Beginn: row.starts_at.toISOString(),
            Antwort: states[row.state],
            Bemerkung: row.comment,
            Begleitpersonen: row.companions,
            "Eingeladen am": row.invited_at.toISOString(),
            "Geantwortet am": row.answered_at?.toISOString() ?? null,
            "Geantwortet von": row.answered_by,
            "Als Gast": row.as_guest,
          })),
          Terminreihen: (await selectPersonalSeries(tx, memberId)).map((row) => ({
            Reihe: row.title,
            "Eingeladen am": row.invited_at.toISOString(),
          })),
          "Antworten für andere": (await selectAnswersGiven(tx, memberId)).map((row) => ({
            Termin: row.title,
            "Geantwortet am": row.answered_at.toISOString(),
          })),
        },
      };
    },
  });
  registerForgetter("invitations", async (tx, memberId) => {
    await withdraw(tx, await selectInvitationsOfGone(tx, memberId));
    await forgetWords(tx, memberId);
  });
}
