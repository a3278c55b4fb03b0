import { GRANT_ACCESS_LABELS } from "#modules/grants/contract.ts";
import { deleteGrantsOfMember, selectGrantsOfMember } from "#modules/grants/server/public.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import { CALENDAR_GRANTS } from "./access.ts";
import { selectCalendars } from "./calendar-queries.ts";
import { eraseWriter, selectEventsWrittenBy } from "./personal-queries.ts";

/** Grants that name a person, and events that they wrote. */
export async function calendarsOfPerson(
  tx: ReadTx,
  memberId: string,
): Promise<Record<string, unknown>> {
  const names = new Map((await selectCalendars(tx)).map(({ id, name }) => [id, name]));
  const grants = await selectGrantsOfMember(tx, CALENDAR_GRANTS, memberId);
  const events = await selectEventsWrittenBy(tx, memberId);
  return {
    Freigaben: grants.map(({ ownerId, access }) => ({
      Kalender: names.get(ownerId) ?? "",
      Zugriff: GRANT_ACCESS_LABELS[access],
    })),
    Termine: events.map((event) => ({
      Titel: event.title,
      Kalender: event.calendar,
      Beginn: event.starts_at.toISOString(),
      Angelegt: event.created_by === memberId,
      "Zuletzt geändert": event.updated_by === memberId,
    })),
  };
}

export const calendarsAndEvents: PersonalData = {
  key: "kalender",
  title: "Kalender und Termine",
  deletion: {
    fate: "KEPT",
    reason:
      "Termine gehören dem Verein und bleiben; wer sie angelegt hat, steht nicht mehr dabei, Freigaben an die Person enden.",
  },
  load: async (tx, memberId) => ({ data: await calendarsOfPerson(tx, memberId) }),
  async erase(tx, memberId) {
    await deleteGrantsOfMember(tx, CALENDAR_GRANTS, memberId);
    await eraseWriter(tx, memberId);
  },
};
