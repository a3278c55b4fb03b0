import {
  type GrantTable,
  mayRead,
  mayWrite,
  namesByGroup,
  openedBeyond,
  type Reach,
  reachOf,
} from "#modules/grants/server/public.ts";
import type { Contract } from "#platform/contract/route.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { GroupOpenings } from "#platform/server/group-openings.ts";
import type { Call } from "#platform/server/http/implement.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { type CalendarRow, selectCalendars } from "./calendar-queries.ts";

export const CALENDAR_GRANTS: GrantTable = { table: "calendar_grant", owner: "calendar_id" };

/**
 * The calendars that a member may read today, by id in German order of names, and which of them
 * they may write.
 */
export interface CalendarAccess {
  calendars: ReadonlyMap<string, CalendarRow>;
  mayWrite(calendarId: string): boolean;
}

export async function calendarAccess(tx: ReadTx, principal: Principal): Promise<CalendarAccess> {
  const [reach, calendars] = await Promise.all([
    reachOf(tx, CALENDAR_GRANTS, principal, "MANAGE_CALENDAR"),
    selectCalendars(tx),
  ]);
  return accessWithin(reach, calendars);
}

function accessWithin(reach: Reach, calendars: readonly CalendarRow[]): CalendarAccess {
  return {
    calendars: new Map(
      calendars.filter(({ id }) => mayRead(reach, id)).map((row) => [row.id, row]),
    ),
    mayWrite: (id) => mayWrite(reach, id),
  };
}

/** Returns the calendars that groups open beyond what the actor may open. */
export const calendarOpenings: GroupOpenings = async (tx, actor, groupIds) => {
  const rights = { query: "QUERY_CALENDAR", manage: "MANAGE_CALENDAR" } as const;
  const opened = await openedBeyond(tx, CALENDAR_GRANTS, actor, rights, groupIds);
  if (opened.length === 0) return new Map();
  const calendars = await selectCalendars(tx);
  return namesByGroup(
    opened,
    calendars.map(({ id, name }) => ({ id, name: `den Kalender „${name}“` })),
  );
};

/** A calendar that the reader may not see does not exist for them. */
export function readableCalendar(access: CalendarAccess, id: string): CalendarRow {
  const row = access.calendars.get(id);
  if (row === undefined) throw notFound();
  return row;
}

/** The one calendar asked for, or all that are readable. */
export function calendarsAskedFor(
  access: CalendarAccess,
  id: string | undefined,
): ReadonlyMap<string, CalendarRow> {
  return id === undefined ? access.calendars : new Map([[id, readableCalendar(access, id)]]);
}

/** Refuses who sees the calendar but may not write in it with 403. */
export function writableCalendar(access: CalendarAccess, id: string): CalendarRow {
  const row = readableCalendar(access, id);
  if (!access.mayWrite(id)) {
    throw new AppError("FORBIDDEN", {
      detail: `Im Kalender „${row.name}“ dürfen Sie lesen, aber nichts eintragen oder ändern.`,
    });
  }
  return row;
}

/**
 * Refuses with 403 who may not write in any calendar: nothing that is read could be taken over. Who
 * manages calendars can make one.
 */
export function requireSomeWritable(access: CalendarAccess, principal: Principal): void {
  if (holds(principal, "MANAGE_CALENDAR")) return;
  for (const id of access.calendars.keys()) if (access.mayWrite(id)) return;
  throw new AppError("FORBIDDEN", {
    detail: "Termine einlesen kann nur, wer in einem Kalender schreiben darf.",
  });
}

/** `calendarAccess` for reading calls, remembered until something in the club changes. */
export function accessCache({ live }: Pick<Services, "live">) {
  const known = new TenantCache<CalendarAccess>(live);
  return ({
    tenant,
    principal,
    read,
  }: Pick<Call<Contract[string]>, "tenant" | "principal" | "read">) =>
    known.get(tenant.id, principal.userId, () => read((tx) => calendarAccess(tx, principal)));
}
