import type { PersonalData } from "#platform/server/personal-data.ts";
import { selectMembershipsOfMember } from "./membership-queries.ts";

/** Every group that a person ever belonged to. */
export const membershipsOfPerson: PersonalData = {
  key: "gruppen",
  title: "Gruppenzugehörigkeiten",
  deletion: {
    fate: "ANONYMISED",
    reason:
      "Von wann bis wann jemand dabei war, bleibt ohne Namen für die Statistik; Funktionen werden gelöscht.",
  },
  async load(tx, memberId) {
    const records = await selectMembershipsOfMember(tx, memberId);
    return {
      data: records.map((record) => ({
        Gruppe:
          record.parent_name === null
            ? record.group_name
            : `${record.parent_name}->${record.group_name}`,
        Funktion: record.function,
        Von: record.from_on,
        Bis: record.to_on,
        Leitung: record.leader,
      })),
    };
  },
};
