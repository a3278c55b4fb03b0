import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, anyText } from "#platform/server/database/expressions.ts";

/**
 * Holds the calendar: lists are taken over one after the other. Events may be created by hand
 * meanwhile.
 */
export async function lockCalendar(tx: WriteTx, calendarId: string): Promise<void> {
  await sqlOf(tx)
    .selectFrom("calendar")
    .select("id")
    .where("id", "=", calendarId)
    .forNoKeyUpdate()
    .execute();
}

/** Ids of single events and series with these UIDs. */
export async function selectIdsByUid(
  tx: ReadTx,
  calendarIds: readonly string[],
  uids: readonly string[],
): Promise<string[]> {
  const rows = await sqlOf(tx)
    .selectFrom("event")
    .select("id")
    .where("calendar_id", "=", anyOf(calendarIds))
    .where("uid", "=", anyText(uids))
    .where("series_id", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of single events that begin at one of these moments. */
export async function selectIdsByStart(
  tx: ReadTx,
  calendarIds: readonly string[],
  starts: readonly number[],
): Promise<string[]> {
  const moments = starts.map((start) => new Date(start));
  const rows = await sqlOf(tx)
    .selectFrom("event")
    .select("id")
    .where("calendar_id", "=", anyOf(calendarIds))
    .where("starts_at", "=", sql<Date>`ANY(${moments}::timestamptz[])`)
    .where("recurrence", "is", null)
    .where(({ not }) => not("is_long"))
    .execute();
  return rows.map(({ id }) => id);
}

function ownOccurrences(tx: ReadTx, seriesIds: readonly string[]) {
  return sqlOf(tx)
    .selectFrom("event as e")
    .select(({ exists, selectFrom }) => [
      "e.id",
      exists(
        selectFrom("invitation as i")
          .select("i.id")
          .whereRef("i.tenant_id", "=", "e.tenant_id")
          .whereRef("i.event_id", "=", "e.id"),
      )
        .$castTo<boolean>()
        .as("is_invited"),
    ])
    .where("e.series_id", "=", anyOf(seriesIds));
}

/**
 * Ids of the rows that occurrences of these series have of their own, and whether anyone is
 * invited to them.
 */
export function selectOwnOccurrences(
  tx: ReadTx,
  seriesIds: readonly string[],
): Promise<InferResult<ReturnType<typeof ownOccurrences>>> {
  return ownOccurrences(tx, seriesIds).execute();
}
