import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { loadPrincipalRights } from "#modules/members/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal, type TenantRow } from "#platform/server/http/principal.ts";
import type { InvitationState } from "../../contract.ts";
import { calendarAccess } from "../calendars/access.ts";
import { type CalendarRow, selectCalendarByIcsId } from "../calendars/calendar-queries.ts";
import { selectEventsById, selectEventsOfCalendars } from "../events/event-queries.ts";
import type { EventRow } from "../events/event-record.ts";
import { type IcsCalendar, type IcsEvent, icsParts } from "./ics-writer.ts";
import { selectAnswers, selectFeedOwner, selectPrint } from "./feed-queries.ts";

/** What an address shows: one calendar, or what a member may see with their answers. */
export interface Feed {
  name: string;
  color: string | undefined;
  calendarIds: string[];
  /** The reader's answers by event; null in a calendar's own feed. */
  answers: ReadonlyMap<string, InvitationState> | null;
  /** Changes with everything that the feed shows; computed without reading the events. */
  etag: string;
}

/** What an address means just now; undefined when it means nothing, or its member has left. */
export async function findFeed(
  tx: ReadTx,
  icsId: string,
  tenant: TenantRow,
): Promise<Feed | undefined> {
  const calendar = await selectCalendarByIcsId(tx, icsId);
  if (calendar !== undefined)
    return withEtag(
      tx,
      { name: calendar.name, color: calendar.color, calendarIds: [calendar.id], answers: null },
      [calendar],
      tenant,
    );
  const userId = await selectFeedOwner(tx, icsId);
  if (userId === undefined) return undefined;
  const rights = await loadPrincipalRights(tx, userId);
  if (!rights.active) return undefined;
  const reader: Principal = {
    ...rights,
    userId,
    permissions: new Set<Permission>(rights.permissions),
    sessionId: "",
  };
  const calendars = holds(reader, "QUERY_CALENDAR")
    ? [...(await calendarAccess(tx, reader)).calendars.values()]
    : [];
  const answers = await selectAnswers(tx, userId);
  return withEtag(
    tx,
    {
      name: `${tenant.displayName}: Meine Termine`,
      color: undefined,
      calendarIds: calendars.map(({ id }) => id),
      answers,
    },
    calendars,
    tenant,
  );
}

async function withEtag(
  tx: ReadTx,
  feed: Omit<Feed, "etag">,
  calendars: readonly CalendarRow[],
  { timeZone }: TenantRow,
): Promise<Feed> {
  const invited = [...(feed.answers?.keys() ?? [])];
  const print = await selectPrint(tx, feed.calendarIds, invited);
  const shown = [
    timeZone,
    feed.name,
    ...calendars.map(({ id, version }) => `${id} ${version}`),
    ...(feed.answers ?? []),
    print,
  ];
  return {
    ...feed,
    etag: `W/"${createHash("sha256").update(shown.join("\n")).digest("base64url").slice(0, 32)}"`,
  };
}

/**
 * Everything that a feed shows. `pageOf` gives the address of an event's page to feeds of members.
 */
export async function calendarOfFeed(
  tx: ReadTx,
  feed: Feed,
  { timeZone }: TenantRow,
  pageOf: (id: string) => string,
): Promise<IcsCalendar> {
  const rows = await selectEventsOfCalendars(tx, feed.calendarIds);
  const { answers } = feed;
  const shown = new Set(rows.map(({ id }) => id));
  // People who are invited see their event even when its calendar is hidden from them.
  if (answers !== null) {
    const missing = [...answers.keys()].filter((id) => !shown.has(id));
    rows.push(
      ...(await selectEventsById(tx, missing)).toSorted(
        (a, b) => a.starts_at - b.starts_at || (a.id < b.id ? -1 : 1),
      ),
    );
  }
  const wholeDays = new Map(
    rows.filter(({ recurrence }) => recurrence !== null).map(({ id, all_day }) => [id, all_day]),
  );
  const nameFor = distinctUids();
  const events = rows.map((row): IcsEvent => {
    const seriesAllDay = row.series_id === null ? undefined : wholeDays.get(row.series_id);
    // An occurrence of a series that is not in the feed stands for itself: programs drop or merge
    // such orphans.
    const isOrphan = row.series_id !== null && seriesAllDay === undefined;
    return {
      ...row,
      ...(isOrphan
        ? { uid: `${row.uid}-${row.recurrence_start}`, recurrence_start: null }
        : { uid: nameFor(row) }),
      seriesAllDay,
      ...(answers === null ? {} : { answer: answers.get(row.id), url: pageOf(row.id) }),
    };
  });
  return {
    name: feed.name,
    timeZone,
    ...(feed.color === undefined ? {} : { color: feed.color }),
    method: "PUBLISH",
    events,
  };
}

/** The same event may stand in two calendars; in one feed each needs a name of its own. */
function distinctUids(): (row: EventRow) => string {
  const owners = new Map<string, string>();
  return ({ uid, calendar_id }) => {
    const owner = owners.get(uid) ?? calendar_id;
    owners.set(uid, owner);
    return owner === calendar_id ? uid : `${uid}-${calendar_id}`;
  };
}

/** The feed as text; written in steps, so that other requests are answered in between. */
export async function renderCalendar(calendar: IcsCalendar): Promise<string> {
  let text = "";
  let written = 0;
  for (const part of icsParts(calendar)) {
    text += part;
    if (++written % 100 === 0) await setImmediate();
  }
  return text;
}
