import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { InvitationState } from "../../contract.ts";

interface FeedTable {
  user_id: string;
  ics_id: string;
}
interface Tables {
  calendar_feed: FeedTable;
}

export async function selectFeed(tx: ReadTx, userId: string): Promise<string | null> {
  const row = await sqlOf<Tables>(tx)
    .selectFrom("calendar_feed")
    .select("ics_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.ics_id ?? null;
}

export async function selectFeedOwner(tx: ReadTx, icsId: string): Promise<string | undefined> {
  const row = await sqlOf<Tables>(tx)
    .selectFrom("calendar_feed")
    .select("user_id")
    .where("ics_id", "=", icsId)
    .executeTakeFirst();
  return row?.user_id;
}

export async function saveFeed(tx: WriteTx, userId: string, icsId: string): Promise<void> {
  await sqlOf<Tables>(tx)
    .insertInto("calendar_feed")
    .values({ user_id: userId, ics_id: icsId })
    .onConflict((conflict) =>
      conflict.columns(["tenant_id" as never, "user_id"]).doUpdateSet({ ics_id: icsId }),
    )
    .execute();
}

export async function deleteFeed(tx: WriteTx, userId: string): Promise<void> {
  await sqlOf<Tables>(tx).deleteFrom("calendar_feed").where("user_id", "=", userId).execute();
}

/**
 * Changes whenever an event of these calendars comes, goes or is changed; without reading the
 * events themselves.
 */
export async function selectPrint(
  tx: ReadTx,
  calendarIds: readonly string[],
  eventIds: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    SELECT count(*) || ' ' || coalesce(sum(uuid_hash_extended(id, version)), 0) AS print
    FROM event WHERE calendar_id = ANY(${calendarIds}::uuid[]) OR id = ANY(${eventIds}::uuid[])`.execute(
    sqlOf<Tables>(tx),
  );
  return rows[0]?.print ?? "";
}

/** What a member answered to the events that they are invited to, by event. */
export async function selectAnswers(
  tx: ReadTx,
  userId: string,
): Promise<Map<string, InvitationState>> {
  const { rows } = await sql<{ event_id: string; state: InvitationState }>`
    SELECT event_id, state FROM invitation WHERE user_id = ${userId} ORDER BY event_id`.execute(
    sqlOf<Tables>(tx),
  );
  return new Map(rows.map(({ event_id, state }) => [event_id, state]));
}

/**
 * Holds the calendar: lists are taken over one after the other. Events may be created by hand
 * meanwhile.
 */
export async function lockCalendar(tx: WriteTx, calendarId: string): Promise<void> {
  await sql`SELECT 1 FROM calendar WHERE id = ${calendarId} FOR NO KEY UPDATE`.execute(
    sqlOf<Tables>(tx),
  );
}

/** Ids of single events and series with these UIDs. */
export async function selectIdsByUid(
  tx: ReadTx,
  calendarIds: readonly string[],
  uids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM event WHERE calendar_id = ANY(${calendarIds}::uuid[]) AND uid = ANY(${uids}::text[]) AND series_id IS NULL`.execute(
    sqlOf<Tables>(tx),
  );
  return rows.map(({ id }) => id);
}

/** Ids of single events that begin at one of these moments. */
export async function selectIdsByStart(
  tx: ReadTx,
  calendarIds: readonly string[],
  starts: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM event
    WHERE calendar_id = ANY(${calendarIds}::uuid[]) AND starts_at = ANY(${starts.map((start) => new Date(start))}::timestamptz[])
      AND recurrence IS NULL AND NOT is_long`.execute(sqlOf<Tables>(tx));
  return rows.map(({ id }) => id);
}

/**
 * Ids of the rows that occurrences of these series have of their own, and whether somebody is
 * invited to them.
 */
export async function selectOwnOccurrences(
  tx: ReadTx,
  seriesIds: readonly string[],
): Promise<{ id: string; is_invited: boolean }[]> {
  const { rows } = await sql<{ id: string; is_invited: boolean }>`
    SELECT id, EXISTS (SELECT FROM invitation i WHERE i.tenant_id = e.tenant_id AND i.event_id = e.id) AS is_invited
    FROM event e WHERE series_id = ANY(${seriesIds}::uuid[])`.execute(sqlOf<Tables>(tx));
  return rows;
}
