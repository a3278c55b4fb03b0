import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";

/** Hits that are compared with each other; far more than are ever shown. */
const MOST_COMPARED = 150;

/**
 * A row whose title or place meets a search: a single event, a series (it has a rule), or an
 * occurrence of one. A series and its occurrences share the `uid`.
 */
export type FoundEvent = InferResult<ReturnType<typeof foundEvents>>[number];

export function selectFoundEvents(
  tx: ReadTx,
  calendarIds: readonly string[],
  terms: readonly string[],
): Promise<FoundEvent[]> {
  return foundEvents(tx, calendarIds, terms).execute();
}

function foundEvents(tx: ReadTx, calendarIds: readonly string[], terms: readonly string[]) {
  const found = sql<string>`ANY(ARRAY(SELECT find_events(${calendarIds}::uuid[], ${terms}::text[], ${MOST_COMPARED})))`;
  return sqlOf(tx)
    .selectFrom("event")
    .select([
      "id",
      "uid",
      "title",
      "location",
      "starts_at",
      "ends_at",
      "recurrence",
      "series_ends_at",
    ])
    .where("id", "=", found)
    .where("calendar_id", "=", anyOf(calendarIds));
}
