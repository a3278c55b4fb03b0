import type { PersonalData } from "#platform/server/personal-data.ts";
import { deleteFeed, selectFeed } from "./feed-queries.ts";

/** A person's own feed; its address ends with the person. */
export const feedOfPerson: PersonalData = {
  key: "kalender-abo",
  title: "Eigenes Kalender-Abo",
  deletion: { fate: "REMOVED", reason: "Die Adresse des Abos gilt danach nicht mehr." },
  load: async (tx, memberId) => ({
    data: [{ Eingerichtet: (await selectFeed(tx, memberId)) !== null }],
  }),
  erase: deleteFeed,
};
