import { registerForgetter, registerPersonalData } from "#modules/members/server/public.ts";
import { deleteFeed, selectFeed } from "../exchange/queries.ts";

/** A person's own feed is told to them, and ends when they are forgotten. */
export function registerFeedsOfPersons(): void {
  registerPersonalData({
    key: "kalender-abo",
    title: "Eigenes Kalender-Abo",
    deletion: { fate: "REMOVED", reason: "Die Adresse des Abos gilt danach nicht mehr." },
    load: async (tx, memberId) => ({
      data: [{ Eingerichtet: (await selectFeed(tx, memberId)) !== null }],
    }),
  });
  registerForgetter("calendar-feeds", deleteFeed);
}
