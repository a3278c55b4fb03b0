import { buffer } from "node:stream/consumers";
import type { Handlers } from "#platform/server/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { MAX_PROGRAMME_PAGES, type programmeContract, type ProgrammeDraft } from "../../programme-contract.ts";
import { calendarAccess, calendarsAskedFor } from "../access.ts";
import { ClubTime } from "../club-time.ts";
import { markDuplicates } from "../exchange/duplicates.ts";
import { readDocument } from "./documents.ts";
import { draftOf } from "./drafts.ts";
import { readableFile, shownPicture } from "./programme-files.ts";

export function programmeHandlers(_services: Services): Handlers<typeof programmeContract> {
  return {
    async getProgrammeReading() {
      return { service: null, model: null, dailyLimit: 0 };
    },
    async importProgramme({ stream, tenant, principal, query, read, signal }) {
      const calendars = () => read(async (tx) => calendarsAskedFor(await calendarAccess(tx, principal), query.calendar));
      // Before the work: a calendar that is not there costs nothing.
      await calendars();
      const time = ClubTime.in(tenant.timeZone);
      const now = Date.now();
      const today = time.dayOf(now);
      const document = await readDocument({ ...(await readableFile(await buffer(stream))), today, drawPages: false }, signal);
      const notes = notesOn(document.pageCount);
      const drafts = document.events.map((event) => draftOf(event, time));
      const known = { calendars: await calendars(), time, now };
      const marked = await read((tx) => markDuplicates(tx, drafts, known));
      return marked.map((draft): ProgrammeDraft => ({ ...draft, reading: { way: document.way, notes } }));
    },
    async showProgrammePicture({ stream }) {
      const content = await shownPicture(await buffer(stream));
      return { contentType: "image/webp", content, headers: { "cache-control": "private, no-store", "x-content-type-options": "nosniff" } };
    },
  };
}

function notesOn(pageCount: number): string[] {
  if (pageCount <= MAX_PROGRAMME_PAGES) return [];
  return [`Das Dokument hat ${pageCount.toLocaleString("de")} Seiten. Gelesen wurden die ersten ${MAX_PROGRAMME_PAGES}.`];
}
