import { buffer } from "node:stream/consumers";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { programmeContract, ProgrammeDraft } from "../contract.ts";
import { calendarAccess, calendarsAskedFor } from "#modules/calendars/server/public.ts";
import { ClubTime } from "#modules/calendars/server/public.ts";
import { markDuplicates } from "#modules/calendars/server/public.ts";
import { draftOf } from "./drafts.ts";
import { shownPicture } from "./documents/programme-files.ts";
import { programmeReading } from "./reading.ts";

export function programmeHandlers(services: Services): Handlers<typeof programmeContract> {
  const readProgramme = programmeReading(services);
  return {
    async getProgrammeReading() {
      const { ai } = services.environment;
      return {
        service: ai === undefined ? null : new URL(ai.url).host,
        model: ai?.model ?? null,
        dailyLimit: ai?.dailyLimit ?? 0,
      };
    },
    async importProgramme({ stream, tenant, principal, query, read, signal }) {
      const calendars = () =>
        read(async (tx) => calendarsAskedFor(await calendarAccess(tx, principal), query.calendar));
      // Before the work: a calendar that is not there costs nothing.
      await calendars();
      const time = ClubTime.in(tenant.timeZone);
      const now = Date.now();
      const { events, reading } = await readProgramme(
        await buffer(stream),
        { id: tenant.id, today: time.dayOf(now) },
        signal,
      );
      const drafts = events.map((event) => draftOf(event, time));
      const known = { calendars: await calendars(), time, now };
      const marked = await read((tx) => markDuplicates(tx, drafts, known));
      return marked.map((draft): ProgrammeDraft => ({ ...draft, reading }));
    },
    async showProgrammePicture({ stream }) {
      const content = await shownPicture(await buffer(stream));
      return {
        contentType: "image/webp",
        content,
        headers: { "cache-control": "private, no-store", "x-content-type-options": "nosniff" },
      };
    },
  };
}
