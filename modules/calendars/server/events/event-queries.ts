import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import { completeRows, type ListedRow, listedEvents, ownStarts } from "./listed-queries.ts";
import { EVENT_COLUMNS, type EventRow, type OccurrenceRow } from "./event-record.ts";
import { eventRow } from "./milliseconds.ts";

export async function selectEvent(tx: ReadTx, id: string): Promise<ListedRow | undefined> {
  return (await selectEventsById(tx, [id]))[0];
}

export async function selectEventsById(tx: ReadTx, ids: readonly string[]): Promise<ListedRow[]> {
  return completeRows(tx, await listedEvents(tx).where("id", "=", anyOf(ids)).execute());
}

/** Series with the beginnings of all occurrences that have rows of their own. */
export async function selectSeriesById(tx: ReadTx, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const rows = await listedEvents(tx).select(ownStarts()).where("id", "=", anyOf(ids)).execute();
  return completeRows(tx, rows);
}

export async function selectSeriesByKey(
  tx: ReadTx,
  seriesKey: string,
): Promise<ListedRow | undefined> {
  const rows = await listedEvents(tx).where("series_key", "=", seriesKey).execute();
  return (await completeRows(tx, rows))[0];
}

/** The row of the occurrence that a series has at this beginning. */
export async function selectOccurrence(
  tx: ReadTx,
  seriesId: string,
  start: number,
): Promise<ListedRow | undefined> {
  const rows = await listedEvents(tx)
    .where("series_id", "=", seriesId)
    .where("recurrence_start", "=", new Date(start))
    .execute();
  return (await completeRows(tx, rows))[0];
}

/** Rows of occurrences of a series, from this beginning on or all. */
export async function selectOccurrences(
  tx: ReadTx,
  seriesId: string,
  from: number | null,
): Promise<OccurrenceRow[]> {
  const rows = await sqlOf(tx)
    .selectFrom("event")
    .select(EVENT_COLUMNS)
    .where("series_id", "=", seriesId)
    .$if(from !== null, (query) => query.where("recurrence_start", ">=", new Date(from ?? 0)))
    .orderBy("recurrence_start")
    .execute();
  return rows.map(eventRow) as OccurrenceRow[];
}

/** Everything in calendars as it is stored, series before their occurrences; for feeds. */
export async function selectEventsOfCalendars(
  tx: ReadTx,
  calendarIds: readonly string[],
): Promise<EventRow[]> {
  const rows = await sqlOf(tx)
    .selectFrom("event")
    .select(EVENT_COLUMNS)
    .where("calendar_id", "=", anyOf(calendarIds))
    .orderBy("series_id", (order) => order.asc().nullsFirst())
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  return rows.map(eventRow);
}

/** Holds the row until the end of the transaction. */
export async function lockEvent(tx: WriteTx, id: string): Promise<EventRow | undefined> {
  const row = await sqlOf(tx)
    .selectFrom("event")
    .select(EVENT_COLUMNS)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && eventRow(row);
}
