import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

/**
 * Holds the calendar: lists are taken over one after the other. Events may be created by hand
 * meanwhile.
 */
export async function lockCalendar(tx: WriteTx, calendarId: string): Promise<void> {
  await sql`SELECT 1 FROM calendar WHERE id = ${calendarId} FOR NO KEY UPDATE`.execute(sqlOf(tx));
}

/** Ids of single events and series with these UIDs. */
export async function selectIdsByUid(
  tx: ReadTx,
  calendarIds: readonly string[],
  uids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM event WHERE calendar_id = ANY(${calendarIds}::uuid[]) AND uid = ANY(${uids}::text[]) AND series_id IS NULL`.execute(
    sqlOf(tx),
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
      AND recurrence IS NULL AND NOT is_long`.execute(sqlOf(tx));
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
    FROM event e WHERE series_id = ANY(${seriesIds}::uuid[])`.execute(sqlOf(tx));
  return rows;
}
