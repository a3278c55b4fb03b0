import { buffer } from "node:stream/consumers";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { programmeContract, ProgrammeDraft } from "../contract.ts";
import {
  calendarAccess,
  calendarsAskedFor,
  ClubTime,
  markDuplicates,
  requireSomeWritable,
} from "#modules/calendars/server/public.ts";
import { draftOf, draftOfDate } from "./drafts.ts";
import { shownPicture } from "./documents/programme-files.ts";
import { pictureQueue, programmeQueue } from "./programme-queues.ts";
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
    async importProgramme(call) {
      const { tenant, principal, query, read, request, signal } = call;
      // Before the body comes: who may write nowhere, and whose club has enough at work, costs
      // nothing.
      await read(async (tx) => {
        const access = await calendarAccess(tx, principal);
        requireSomeWritable(access, principal);
        calendarsAskedFor(access, query.calendar);
      });
      const time = ClubTime.in(tenant.timeZone);
      const now = Date.now();
      const club = { id: tenant.id, today: time.dayOf(now), log: request.log };
      const { events, leftOver, reading } = await programmeQueue.visit(
        tenant.id,
        signal,
        async (takeTurn) => readProgramme(await buffer(call.stream), club, takeTurn, signal),
      );
      const drafts = events.map((event) => draftOf(event, time));
      const marked = await read(async (tx) => {
        const access = await calendarAccess(tx, principal);
        const calendars = calendarsAskedFor(access, query.calendar);
        return markDuplicates(tx, drafts, { calendars, time, now });
      });
      return [
        ...marked.map((draft): ProgrammeDraft => ({ ...draft, reading, leftOver: null })),
        ...(query.leftOver === true ? leftOver : []).map((date): ProgrammeDraft => ({
          ...draftOfDate(date, time),
          reading,
          leftOver: { area: date.area },
        })),
      ];
    },
    async showProgrammePicture(call) {
      const { tenant, principal, read, signal } = call;
      await read(async (tx) => requireSomeWritable(await calendarAccess(tx, principal), principal));
      const content = await pictureQueue.visit(tenant.id, signal, async (takeTurn) => {
        const picture = await buffer(call.stream);
        return takeTurn(() => shownPicture(picture));
      });
      return {
        contentType: "image/webp",
        content,
        headers: { "cache-control": "private, no-store", "x-content-type-options": "nosniff" },
      };
    },
  };
}
