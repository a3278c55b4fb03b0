import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { EventRow, EventValues, OccurrenceRow } from "./event-record.ts";

const DAY_MS = 86_400_000;
/** Longer ones are `is_long` and found apart. */
const SHORT_MS = 8 * DAY_MS;

/** A row as pg reads it: moments are dates. */
type DateRow = Omit<
  EventRow,
  | "starts_at"
  | "ends_at"
  | "meet_at"
  | "answer_deadline"
  | "series_ends_at"
  | "exdates"
  | "recurrence_start"
  | "created_at"
  | "updated_at"
> & {
  starts_at: Date;
  ends_at: Date;
  meet_at: Date | null;
  answer_deadline: Date | null;
  series_ends_at: Date | null;
  exdates: Date[];
  recurrence_start: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** A row as lists show it. */
export type ListedRow = EventRow & {
  /** Rule of the series that an occurrence belongs to. */
  series_recurrence: string | null;
  /** Of a series: beginnings whose occurrences have rows of their own. */
  own_starts: number[];
  /** Who changed it last. */
  updated_by_name: string | null;
};
type ListedDateRow = DateRow & { own_starts: Date[]; updated_by: string | null };

const columns = sql`e.id, e.calendar_id, e.uid, e.sequence, e.title, e.description, e.location, e.meet_at, e.starts_at, e.ends_at, e.all_day, e.status,
  e.recurrence, e.series_key, e.series_ends_at, e.exdates, e.series_id, e.recurrence_start,
  e.answer_deadline, e.answer_maximum, e.allow_comment, e.allow_companions, e.waiting_list, e.created_at, e.updated_at, e.version`;
// Names and rules of other rows are read apart: planning joins takes PostgreSQL longer than finding
// the rows.
const listed = sql`${columns}, e.updated_by`;
const noOwnStarts = sql`'{}'::timestamptz[] AS own_starts`;

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
  const calendars = sql`e.calendar_id = ANY(${calendarIds}::uuid[])`;
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, ${noOwnStarts} FROM event e
    WHERE ${calendars} AND e.recurrence IS NULL AND NOT e.is_long
      AND e.starts_at < ${end} AND e.starts_at >= ${new Date(from - SHORT_MS)} AND (e.ends_at > ${begin} OR e.starts_at >= ${begin})
    UNION ALL
    SELECT ${listed}, ${noOwnStarts} FROM event e
    WHERE ${calendars} AND e.recurrence IS NULL AND e.is_long AND e.starts_at < ${end} AND e.ends_at > ${begin}
    UNION ALL
    SELECT ${listed}, ARRAY(
        SELECT own.recurrence_start FROM event own
        WHERE own.series_id = e.id AND own.recurrence_start < ${end} AND own.recurrence_start >= ${begin}::timestamptz - (e.ends_at - e.starts_at) - interval '1 day')
    FROM event e
    WHERE ${calendars} AND e.recurrence IS NOT NULL AND e.starts_at < ${end} AND (e.series_ends_at IS NULL OR e.series_ends_at >= ${begin})`.execute(
    sqlOf(tx),
  );
  return completed(tx, rows);
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
    WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND ${short} AND e.starts_at >= ${new Date(from - SHORT_MS)} AND e.starts_at < ${begin} AND e.ends_at > ${begin}
    UNION ALL
    SELECT e.id, e.starts_at FROM event e
    WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND e.recurrence IS NULL AND e.is_long AND e.starts_at < ${end} AND e.ends_at > ${begin}`;
  // The first of each calendar come straight from its index; sorting all of two years would take
  // ten times as long.
  const [{ rows }, counted] = await Promise.all([
    sql<ListedDateRow>`
      SELECT ${listed}, ${noOwnStarts} FROM event e
      WHERE e.id = ANY(ARRAY(
        SELECT first.id FROM (
          SELECT one.id, one.starts_at FROM unnest(${calendarIds}::uuid[]) AS calendar (id) CROSS JOIN LATERAL (
            SELECT e.id, e.starts_at FROM event e WHERE e.calendar_id = calendar.id AND ${coming} ORDER BY e.starts_at LIMIT ${limit}) one
          UNION ALL ${running}) first
        ORDER BY first.starts_at, first.id LIMIT ${limit}))`.execute(sqlOf(tx)),
    sql<{ count: number }>`
      SELECT (SELECT count(*) FROM event e WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND ${coming})::int
        + (SELECT count(*) FROM (${running}) now)::int AS count`.execute(sqlOf(tx)),
  ]);
  return { rows: await completed(tx, rows), count: counted.rows[0]?.count ?? 0 };
}

/** Series that may have occurrences in [from, to). */
export async function selectSeriesBetween(
  tx: ReadTx,
  calendarIds: readonly string[],
  from: number,
  to: number,
): Promise<ListedRow[]> {
  const begin = new Date(from);
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, ARRAY(SELECT own.recurrence_start FROM event own WHERE own.series_id = e.id) AS own_starts
    FROM event e
    WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND e.recurrence IS NOT NULL AND e.starts_at < ${new Date(to)}
      AND (e.series_ends_at IS NULL OR e.series_ends_at >= ${begin})`.execute(sqlOf(tx));
  return completed(tx, rows);
}

export async function selectEvent(tx: ReadTx, id: string): Promise<ListedRow | undefined> {
  return (await selectEventsById(tx, [id]))[0];
}

export async function selectEventsById(tx: ReadTx, ids: readonly string[]): Promise<ListedRow[]> {
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, ${noOwnStarts} FROM event e WHERE e.id = ANY(${ids}::uuid[])`.execute(
    sqlOf(tx),
  );
  return completed(tx, rows);
}

/** Series with the beginnings of all occurrences that have rows of their own. */
export async function selectSeriesById(tx: ReadTx, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, ARRAY(SELECT own.recurrence_start FROM event own WHERE own.series_id = e.id) AS own_starts
    FROM event e WHERE e.id = ANY(${ids}::uuid[])`.execute(sqlOf(tx));
  return completed(tx, rows);
}

export async function selectSeriesByKey(
  tx: ReadTx,
  seriesKey: string,
): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, ${noOwnStarts} FROM event e WHERE e.series_key = ${seriesKey}`.execute(
    sqlOf(tx),
  );
  return (await completed(tx, rows))[0];
}

/** The row of the occurrence that a series has at this beginning. */
export async function selectOccurrence(
  tx: ReadTx,
  seriesId: string,
  start: number,
): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, ${noOwnStarts} FROM event e
    WHERE e.series_id = ${seriesId} AND e.recurrence_start = ${new Date(start)}`.execute(sqlOf(tx));
  return (await completed(tx, rows))[0];
}

/** Rows of occurrences of a series from this beginning on. */
export async function selectOccurrences(
  tx: ReadTx,
  seriesId: string,
  from: number | null,
): Promise<OccurrenceRow[]> {
  const { rows } = await sql<DateRow>`
    SELECT ${columns} FROM event e
    WHERE e.series_id = ${seriesId} AND (${from === null ? null : new Date(from)}::timestamptz IS NULL OR e.recurrence_start >= ${from === null ? null : new Date(from)})
    ORDER BY e.recurrence_start`.execute(sqlOf(tx));
  return rows.map(eventRow) as OccurrenceRow[];
}

/** Everything in calendars as it is stored, series before their occurrences; for feeds. */
export async function selectEventsOfCalendars(
  tx: ReadTx,
  calendarIds: readonly string[],
): Promise<EventRow[]> {
  const { rows } = await sql<DateRow>`
    SELECT ${columns} FROM event e WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) ORDER BY e.series_id NULLS FIRST, e.starts_at, e.id`.execute(
    sqlOf(tx),
  );
  return rows.map(eventRow);
}

/** Holds the row until the end of the transaction. */
export async function lockEvent(tx: WriteTx, id: string): Promise<EventRow | undefined> {
  const { rows } =
    await sql<DateRow>`SELECT ${columns} FROM event e WHERE e.id = ${id} FOR UPDATE OF e`.execute(
      sqlOf(tx),
    );
  return rows.map(eventRow)[0];
}

export type NewEvent = Omit<EventRow, "created_at" | "updated_at">;

export async function insertEvents(tx: WriteTx, rows: readonly NewEvent[]): Promise<void> {
  if (rows.length === 0) return;
  const by = tx.actor.userId;
  // Series first: occurrences refer to them.
  const ordered = [
    ...rows.filter(({ series_id }) => series_id === null),
    ...rows.filter(({ series_id }) => series_id !== null),
  ];
  for (let index = 0; index < ordered.length; index += 500) {
    await sqlOf(tx)
      .insertInto("event")
      .values(
        ordered.slice(index, index + 500).map((row) => ({
          ...row,
          ...dateValues(row),
          series_ends_at: date(row.series_ends_at),
          exdates: row.exdates.map((start) => new Date(start)),
          recurrence_start: date(row.recurrence_start),
          created_by: by,
          updated_by: by,
        })),
      )
      .execute();
  }
}

/** What a change of a row may write beside the values. */
export type EventChanges = Partial<
  EventValues &
    Pick<
      EventRow,
      | "calendar_id"
      | "uid"
      | "recurrence"
      | "series_key"
      | "series_ends_at"
      | "exdates"
      | "series_id"
      | "recurrence_start"
      | "sequence"
    >
>;

/** Writes the changes and counts the version up. */
export async function updateEventRow(
  tx: WriteTx,
  id: string,
  changes: EventChanges,
): Promise<void> {
  const {
    starts_at,
    ends_at,
    meet_at,
    answer_deadline,
    series_ends_at,
    exdates,
    recurrence_start,
    ...plain
  } = changes;
  await sqlOf(tx)
    .updateTable("event")
    .set({
      ...plain,
      ...(starts_at === undefined ? {} : { starts_at: new Date(starts_at) }),
      ...(ends_at === undefined ? {} : { ends_at: new Date(ends_at) }),
      ...(meet_at === undefined ? {} : { meet_at: date(meet_at) }),
      ...(answer_deadline === undefined ? {} : { answer_deadline: date(answer_deadline) }),
      ...(series_ends_at === undefined ? {} : { series_ends_at: date(series_ends_at) }),
      ...(exdates === undefined ? {} : { exdates: exdates.map((start) => new Date(start)) }),
      ...(recurrence_start === undefined ? {} : { recurrence_start: date(recurrence_start) }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: tx.actor.userId,
    })
    .where("id", "=", id)
    .execute();
}

/** A series' occurrences go with it. */
export async function deleteEventRows(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sqlOf(tx)
    .deleteFrom("event")
    .where("id", "in", [...ids])
    .execute();
}

/**
 * Frees beginnings for a moment, so that shifting them one after the other never meets another's.
 */
export async function parkOccurrences(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE event SET recurrence_start = recurrence_start + interval '1000 years' WHERE id = ANY(${ids}::uuid[])`.execute(
    sqlOf(tx),
  );
}

function date(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment);
}

function dateValues(
  values: Pick<EventValues, "starts_at" | "ends_at" | "meet_at" | "answer_deadline">,
) {
  return {
    starts_at: new Date(values.starts_at),
    ends_at: new Date(values.ends_at),
    meet_at: date(values.meet_at),
    answer_deadline: date(values.answer_deadline),
  };
}

function eventRow(row: DateRow): EventRow {
  return {
    ...row,
    starts_at: row.starts_at.getTime(),
    ends_at: row.ends_at.getTime(),
    meet_at: row.meet_at?.getTime() ?? null,
    answer_deadline: row.answer_deadline?.getTime() ?? null,
    series_ends_at: row.series_ends_at?.getTime() ?? null,
    exdates: row.exdates.map((start) => start.getTime()),
    recurrence_start: row.recurrence_start?.getTime() ?? null,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
  };
}

/** Rows with what stands elsewhere: the rule of an occurrence's series, and who changed it last. */
async function completed(tx: ReadTx, rows: readonly ListedDateRow[]): Promise<ListedRow[]> {
  const rules = new Map(rows.map(({ id, recurrence }) => [id, recurrence]));
  const absent = rows.flatMap(({ series_id }) =>
    series_id === null || rules.has(series_id) ? [] : [series_id],
  );
  const editors = rows.flatMap(({ updated_by }) => updated_by ?? []);
  const [series, names] = await Promise.all([selectRules(tx, absent), selectNames(tx, editors)]);
  for (const { id, recurrence } of series) rules.set(id, recurrence);
  return rows.map(({ own_starts, updated_by, ...row }) => ({
    ...eventRow(row),
    own_starts: own_starts.map((start) => start.getTime()),
    series_recurrence: row.series_id === null ? null : (rules.get(row.series_id) ?? null),
    updated_by_name: updated_by === null ? null : (names.get(updated_by) ?? null),
  }));
}

async function selectRules(
  tx: ReadTx,
  ids: readonly string[],
): Promise<{ id: string; recurrence: string | null }[]> {
  if (ids.length === 0) return [];
  return sqlOf(tx)
    .selectFrom("event")
    .select(["id", "recurrence"])
    .where("id", "in", [...new Set(ids)])
    .execute();
}

async function selectNames(tx: ReadTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, full_name(first_name, last_name) AS name FROM member WHERE id = ANY(${[...new Set(ids)]}::uuid[])`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
