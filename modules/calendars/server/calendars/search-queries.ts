import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";

/** Hits that are compared with each other; far more than anybody is shown. */
const MOST_COMPARED = 150;

/** A row whose title or place meets a search: a single event, a series, or an occurrence of one. */
export interface FoundEvent {
  id: string;
  /** A series and its occurrences share it. */
  uid: string;
  title: string;
  location: string | null;
  starts_at: Date;
  ends_at: Date;
  is_series: boolean;
  series_ends_at: Date | null;
}

export async function selectFoundEvents(
  tx: ReadTx,
  calendarIds: readonly string[],
  terms: readonly string[],
): Promise<FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    SELECT id, uid, title, location, starts_at, ends_at, recurrence IS NOT NULL AS is_series, series_ends_at FROM event
    WHERE id = ANY(ARRAY(SELECT find_events(${calendarIds}::uuid[], ${terms}::text[], ${MOST_COMPARED}))) AND calendar_id = ANY(${calendarIds}::uuid[])`.execute(
    sqlOf(tx),
  );
  return rows;
}
