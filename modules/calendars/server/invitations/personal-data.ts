import type { PersonalData } from "#platform/server/personal-data.ts";
import { withdraw } from "./series/series-invitations.ts";
import { selectInvitationsOfGone } from "./cleanup-queries.ts";
import {
  eraseWords,
  selectAnswersGiven,
  selectPersonalInvitations,
  selectPersonalSeries,
} from "./personal-data-queries.ts";

/** A person's invitations, and what they answered for others. */
export const invitationsOfPerson: PersonalData = {
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
          "Als Gast": row.user_id === null,
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
  async erase(tx, memberId) {
    await withdraw(tx, await selectInvitationsOfGone(tx, memberId));
    await eraseWords(tx, memberId);
  },
};
