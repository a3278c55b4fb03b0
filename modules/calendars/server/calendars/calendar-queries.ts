import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import {
  anyOf,
  direction,
  holdsWords,
  nextVersion,
} from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";

const columns = ["id", "name", "color", "ics_id", "version"] as const;

export type CalendarRow = Row<"calendar", (typeof columns)[number]>;

/** All calendars of the club in German order of their names; there are few. */
export async function selectCalendars(tx: ReadTx): Promise<CalendarRow[]> {
  return sqlOf(tx).selectFrom("calendar").select(columns).orderBy("name").orderBy("id").execute();
}

export interface CalendarSearch {
  /** All of them have to occur in the name. */
  words: readonly string[];
  sort: "name" | "color";
  dir: "ASC" | "DESC";
  page: number;
  size: number;
}

/** One page of those of the calendars that are found, and how many there are. */
export async function selectCalendarPage(
  tx: ReadTx,
  ids: readonly string[],
  { words, sort, dir, page, size }: CalendarSearch,
): Promise<{ records: CalendarRow[]; count: number }> {
  const found = sqlOf(tx)
    .selectFrom("calendar")
    .where("id", "=", anyOf(ids))
    .where(({ ref }) => holdsWords(words, ref("name")));
  const [records, { count }] = await Promise.all([
    found
      .select(columns)
      .$if(sort === "color", (query) => query.orderBy("color", direction(dir)))
      .orderBy("name", direction(dir))
      .orderBy("id", direction(dir))
      .limit(size)
      .offset(page * size)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  return { records, count };
}

export async function selectCalendar(tx: ReadTx, id: string): Promise<CalendarRow | undefined> {
  return sqlOf(tx).selectFrom("calendar").select(columns).where("id", "=", id).executeTakeFirst();
}

export async function selectCalendarByIcsId(
  tx: ReadTx,
  icsId: string,
): Promise<CalendarRow | undefined> {
  return sqlOf(tx)
    .selectFrom("calendar")
    .select(columns)
    .where("ics_id", "=", icsId)
    .executeTakeFirst();
}

export async function insertCalendar(
  tx: WriteTx,
  values: Omit<CalendarRow, "version">,
): Promise<void> {
  await sqlOf(tx).insertInto("calendar").values(values).execute();
}

/** Changes the calendar when `version` is still the one in the database. */
export async function updateCalendarRow(
  tx: WriteTx,
  id: string,
  version: number,
  values: Pick<CalendarRow, "name" | "color">,
): Promise<boolean> {
  const result = await sqlOf(tx)
    .updateTable("calendar")
    .set({ ...values, version: nextVersion })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function setIcsId(tx: WriteTx, id: string, icsId: string): Promise<void> {
  await sqlOf(tx)
    .updateTable("calendar")
    .set({ ics_id: icsId, version: nextVersion })
    .where("id", "=", id)
    .execute();
}

/** Its events and grants go by their foreign keys. */
export async function deleteCalendarRow(tx: WriteTx, id: string): Promise<boolean> {
  const result = await sqlOf(tx).deleteFrom("calendar").where("id", "=", id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns the events of a calendar that lie ahead and that somebody is invited to. */
export function selectInvitedEvents(tx: ReadTx, calendarId: string): Promise<{ id: string }[]> {
  return sqlOf(tx)
    .selectFrom("event as e")
    .select("e.id")
    .where("e.calendar_id", "=", calendarId)
    .where("e.ends_at", ">", new Date())
    .where((eb) =>
      eb.exists(
        eb.selectFrom("invitation as i").select("i.id").whereRef("i.event_id", "=", "e.id"),
      ),
    )
    .execute();
}
