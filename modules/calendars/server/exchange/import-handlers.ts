import { buffer } from "node:stream/consumers";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Event } from "../../contract.ts";
import type { exchangeContract } from "../../exchange-contract.ts";
import {
  type CalendarAccess,
  calendarAccess,
  calendarsAskedFor,
  requireSomeWritable,
  writableCalendar,
} from "../calendars/access.ts";
import type { CalendarRow } from "../calendars/calendar-queries.ts";
import { ClubTime } from "../time/club-time.ts";
import { selectEventsById } from "../events/event-queries.ts";
import { occurrenceOfRow } from "../events/occurrences.ts";
import { ownInvitations } from "../invitations/own-invitations.ts";
import { uniqueUid } from "../events/new-event.ts";
import { toEvent } from "../events/presenters.ts";
import { markDuplicates } from "./duplicates.ts";
import { importQueue } from "./import-queue.ts";
import { readEventFile } from "./read-file.ts";
import { saveList } from "./save-list.ts";

type Routes = Pick<typeof exchangeContract, "importEvents" | "saveEventList">;

export function importHandlers(): Handlers<Routes> {
  return {
    async importEvents(call) {
      const { query, read, principal, tenant, signal } = call;
      // Before the body comes, as with programmes.
      await read(async (tx) => {
        const access = await calendarAccess(tx, principal);
        requireSomeWritable(access, principal);
        calendarsAskedFor(access, query.calendar);
      });
      const time = ClubTime.in(tenant.timeZone);
      const now = Date.now();
      const drafts = await importQueue.visit(tenant.id, signal, async (takeTurn) => {
        const bytes = await buffer(call.stream);
        const request = { bytes, timeZone: tenant.timeZone, today: time.dayOf(now) };
        return takeTurn(() => readEventFile(request, signal));
      });
      return read(async (tx) =>
        markDuplicates(tx, drafts, {
          calendars: calendarsAskedFor(await calendarAccess(tx, principal), query.calendar),
          time,
          now,
        }),
      );
    },
    async saveEventList({ write, params, body, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return write(async (tx) => {
        const access = await calendarAccess(tx, principal);
        const calendar = writableCalendar(access, params.id);
        const { createdIds, updatedIds, unchanged } = await uniqueUid(() =>
          saveList(tx, calendar.id, body, time),
        );
        const shown = await eventsOf(tx, [...createdIds, ...updatedIds], calendar, {
          access,
          principal,
          time,
        });
        return {
          created: shown.slice(0, createdIds.length),
          updated: shown.slice(createdIds.length),
          unchanged,
        };
      });
    },
  };
}

/** The events in the order of their ids. */
async function eventsOf(
  tx: ReadTx,
  ids: readonly string[],
  calendar: CalendarRow,
  { access, principal, time }: { access: CalendarAccess; principal: Principal; time: ClubTime },
): Promise<Event[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await selectEventsById(tx, ids)).map((row) => [row.id, row]));
  const invitations = await ownInvitations(tx, principal.userId, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined
      ? []
      : [
          toEvent(occurrenceOfRow(row, row.series_recurrence), calendar, {
            access,
            time,
            invitations,
          }),
        ];
  });
}
