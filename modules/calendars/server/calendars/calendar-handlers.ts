import { v7 as uuidv7 } from "uuid";
import { EVERYBODY_READS, type Grant } from "#modules/grants/contract.ts";
import { grantsOf, writeGrants } from "#modules/grants/server/public.ts";
import { searchWords } from "#platform/contract/fold.ts";
import { toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { Calendar, CalendarCreate, calendarsContract } from "../../contract.ts";
import { accessCache, CALENDAR_GRANTS, calendarAccess, readableCalendar } from "./access.ts";
import {
  deleteCalendarRow,
  insertCalendar,
  selectCalendarPage,
  selectInvitedEvents,
  setIcsId,
  updateCalendarRow,
} from "./calendar-queries.ts";
import { beforeEventsDeleted } from "../invitations/event-effects.ts";
import { newIcsId } from "../feeds/ics-id.ts";
import { toCalendar } from "../events/presenters.ts";
import { mayManageCalendars } from "./rules.ts";

const uniqueName = uniqueField(
  "calendar_name",
  "name",
  "Einen Kalender mit diesem Namen gibt es schon.",
);

type Routes = Pick<
  typeof calendarsContract,
  | "searchCalendars"
  | "createCalendar"
  | "getCalendar"
  | "updateCalendar"
  | "deleteCalendar"
  | "renewIcs"
>;

export function calendarHandlers(services: Services): Handlers<Routes> {
  const accessOf = accessCache(services);
  return {
    async searchCalendars(call) {
      const { query, principal } = call;
      const access = await accessOf(call);
      const words = searchWords(query.q ?? "");
      return call.read(async (tx) => {
        const readable = [...access.calendars.keys()];
        const { records, count } = await selectCalendarPage(tx, readable, { ...query, words });
        const ids = records.map(({ id }) => id);
        const grants = mayManageCalendars(principal)
          ? await grantsOf(tx, CALENDAR_GRANTS, ids)
          : undefined;
        return toPage(
          records.map((row) => toCalendar(row, grants?.get(row.id) ?? [], access, principal)),
          count,
          query,
        );
      });
    },
    async createCalendar({ write, body, principal, created }) {
      return write(async (tx) => {
        const id = await createCalendar(tx, body);
        created(`/calendar/${id}`);
        return loadCalendar(tx, principal, id);
      });
    },
    async getCalendar({ read, params, principal }) {
      return read((tx) => loadCalendar(tx, principal, params.id));
    },
    async updateCalendar({ write, params, body, principal }) {
      return write(async (tx) => {
        const before = await loadCalendar(tx, principal, params.id);
        const { name, color, grants, version } = body;
        if (!(await uniqueName(() => updateCalendarRow(tx, params.id, version, { name, color }))))
          throw new AppError("STALE_VERSION", { current: before });
        await writeGrants(tx, CALENDAR_GRANTS, params.id, grants);
        return loadCalendar(tx, principal, params.id);
      });
    },
    async deleteCalendar({ write, params }) {
      await write(async (tx) => {
        await beforeEventsDeleted(tx, await selectInvitedEvents(tx, params.id));
        if (!(await deleteCalendarRow(tx, params.id))) throw notFound();
      });
    },
    async renewIcs({ write, params, principal }) {
      return write(async (tx) => {
        await loadCalendar(tx, principal, params.id);
        await setIcsId(tx, params.id, newIcsId());
        return loadCalendar(tx, principal, params.id);
      });
    },
  };
}

/** Makes a calendar; everybody may read it unless said otherwise. */
export async function createCalendar(
  tx: WriteTx,
  { name, color, grants = EVERYBODY_READS }: CalendarCreate,
): Promise<string> {
  const id = uuidv7();
  await uniqueName(() => insertCalendar(tx, { id, name, color, ics_id: newIcsId() }));
  await writeGrants(tx, CALENDAR_GRANTS, id, grants);
  return id;
}

async function loadCalendar(tx: ReadTx, reader: Principal, id: string): Promise<Calendar> {
  const access = await calendarAccess(tx, reader);
  const row = readableCalendar(access, id);
  const grants: Grant[] = mayManageCalendars(reader)
    ? ((await grantsOf(tx, CALENDAR_GRANTS, [id])).get(id) ?? [])
    : [];
  return toCalendar(row, grants, access, reader);
}
