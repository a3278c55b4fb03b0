import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import { completeRows, type ListedRow, listedEvents, ownStarts } from "./listed-queries.ts";

const DAY_MS = 86_400_000;
/** Longer ones are `is_long` and found apart. */
const SHORT_MS = 8 * DAY_MS;

const noOwnStarts = sql<Date[]>`'{}'::timestamptz[]`.as("own_starts");

/**
 * What touches [from, to) in these calendars: rows that happen then, and series that may have
 * occurrences then.
 */
export async function selectEventsBetween(
  tx: ReadTx,
  calendarIds: readonly string[],
  from: number,
  to: number,
): Promise<ListedRow[]> {
  const begin = new Date(from);
  const end = new Date(to);
  const before = () =>
    listedEvents(tx).where("calendar_id", "=", anyOf(calendarIds)).where("starts_at", "<", end);
  const once = () => before().select(noOwnStarts).where("recurrence", "is", null);
  const short = once()
    .where(({ not }) => not("is_long"))
    .where("starts_at", ">=", new Date(from - SHORT_MS))
    .where(({ eb, or }) => or([eb("ends_at", ">", begin), eb("starts_at", ">=", begin)]));
  const long = once()
    .where(({ ref }) => ref("is_long"))
    .where("ends_at", ">", begin);
  const near = sql<boolean>`own.recurrence_start < ${end}
    AND own.recurrence_start >= ${begin}::timestamptz - (event.ends_at - event.starts_at) - interval '1 day'`;
  const series = before()
    .select(ownStarts(near))
    .where("recurrence", "is not", null)
    .where(({ eb, or }) =>
      or([eb("series_ends_at", "is", null), eb("series_ends_at", ">=", begin)]),
    );
  return completeRows(tx, await short.unionAll(long).unionAll(series).execute());
}

/**
 * The first rows without a rule that end after a moment and begin before another, by beginning, and
 * how many there are.
 */
export async function selectNextRows(
  tx: ReadTx,
  calendarIds: readonly string[],
  from: number,
  to: number,
  limit: number,
): Promise<{ rows: ListedRow[]; count: number }> {
  const begin = new Date(from);
  const end = new Date(to);
  const short = sql`e.recurrence IS NULL AND NOT e.is_long`;
  const coming = sql`${short} AND e.starts_at >= ${begin} AND e.starts_at < ${end}`;
  // What runs now: short ones that began within their length, and long ones; a handful.
  const running = sql`SELECT e.id, e.starts_at FROM event e
    WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND ${short}
      AND e.starts_at >= ${new Date(from - SHORT_MS)} AND e.starts_at < ${begin} AND e.ends_at > ${begin}
    UNION ALL
    SELECT e.id, e.starts_at FROM event e
    WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND e.recurrence IS NULL AND e.is_long
      AND e.starts_at < ${end} AND e.ends_at > ${begin}`;
  // The first of each calendar come straight from its index; sorting all of two years would take
  // ten times as long.
  const first = sql<string>`ANY(ARRAY(
    SELECT first.id FROM (
      SELECT one.id, one.starts_at FROM unnest(${calendarIds}::uuid[]) AS calendar (id) CROSS JOIN LATERAL (
        SELECT e.id, e.starts_at FROM event e WHERE e.calendar_id = calendar.id AND ${coming}
        ORDER BY e.starts_at LIMIT ${limit}) one
      UNION ALL ${running}) first
    ORDER BY first.starts_at, first.id LIMIT ${limit}))`;
  const count = sql<number>`(SELECT count(*) FROM event e WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND ${coming})
    + (SELECT count(*) FROM (${running}) now)`;
  const [rows, counted] = await Promise.all([
    listedEvents(tx).where("id", "=", first).execute(),
    sqlOf(tx).selectNoFrom(count.as("count")).executeTakeFirstOrThrow(),
  ]);
  return { rows: await completeRows(tx, rows), count: counted.count };
}

/** Series that may have occurrences in [from, to). */
export async function selectSeriesBetween(
  tx: ReadTx,
  calendarIds: readonly string[],
  from: number,
  to: number,
): Promise<ListedRow[]> {
  const rows = await listedEvents(tx)
    .select(ownStarts())
    .where("calendar_id", "=", anyOf(calendarIds))
    .where("recurrence", "is not", null)
    .where("starts_at", "<", new Date(to))
    .where(({ eb, or }) =>
      or([eb("series_ends_at", "is", null), eb("series_ends_at", ">=", new Date(from))]),
    )
    .execute();
  return completeRows(tx, rows);
}
