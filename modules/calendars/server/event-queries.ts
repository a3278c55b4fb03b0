import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database.ts";
import type { EventRow, EventValues, OccurrenceRow, SeriesRow } from "./event-record.ts";
import type { Tables } from "./tables.ts";

const DAY_MS = 86_400_000;
/** Longer ones are `is_long` and found apart. */
const SHORT_MS = 8 * DAY_MS;

/** A row as pg reads it: moments are dates. */
type DateRow = Omit<
  EventRow,
  "starts_at" | "ends_at" | "meet_at" | "answer_deadline" | "series_ends_at" | "exdates" | "recurrence_start" | "created_at" | "updated_at"
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
type ListedDateRow = DateRow & { series_recurrence: string | null; own_starts: Date[]; updated_by_name: string | null };

const columns = sql`e.id, e.calendar_id, e.uid, e.sequence, e.title, e.description, e.location, e.meet_at, e.starts_at, e.ends_at, e.all_day, e.status,
  e.recurrence, e.series_key, e.series_ends_at, e.exdates, e.series_id, e.recurrence_start,
  e.answer_deadline, e.answer_maximum, e.allow_comment, e.allow_companions, e.waiting_list, e.created_at, e.updated_at, e.version`;
const listed = sql`${columns}, series.recurrence AS series_recurrence, nullif(full_name(editor.first_name, editor.last_name), '') AS updated_by_name`;
const joins = sql`LEFT JOIN event series ON series.tenant_id = e.tenant_id AND series.id = e.series_id
  LEFT JOIN member editor ON editor.tenant_id = e.tenant_id AND editor.id = e.updated_by`;

/** What touches [from, to) in these calendars: rows that happen then, and series that may have occurrences then. */
export async function selectEventsBetween(tx: ReadTx, calendarIds: readonly string[], from: number, to: number): Promise<ListedRow[]> {
  const begin = new Date(from);
  const end = new Date(to);
  const calendars = sql`e.calendar_id = ANY(${calendarIds}::uuid[])`;
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, '{}'::timestamptz[] AS own_starts FROM event e ${joins}
    WHERE ${calendars} AND e.recurrence IS NULL AND NOT e.is_long
      AND e.starts_at < ${end} AND e.starts_at >= ${new Date(from - SHORT_MS)} AND (e.ends_at > ${begin} OR e.starts_at >= ${begin})
    UNION ALL
    SELECT ${listed}, '{}' FROM event e ${joins}
    WHERE ${calendars} AND e.recurrence IS NULL AND e.is_long AND e.starts_at < ${end} AND e.ends_at > ${begin}
    UNION ALL
    SELECT ${listed}, ARRAY(
        SELECT own.recurrence_start FROM event own
        WHERE own.series_id = e.id AND own.recurrence_start < ${end} AND own.recurrence_start >= ${begin}::timestamptz - (e.ends_at - e.starts_at) - interval '1 day')
    FROM event e ${joins}
    WHERE ${calendars} AND e.recurrence IS NOT NULL AND e.starts_at < ${end} AND (e.series_ends_at IS NULL OR e.series_ends_at >= ${begin})`.execute(
    sqlOf<Tables>(tx),
  );
  return rows.map(listedRow);
}

/** The first rows without a rule that end after a moment and begin before another, by beginning, and how many there are. */
export async function selectNextRows(
  tx: ReadTx,
  calendarIds: readonly string[],
  from: number,
  to: number,
  limit: number,
): Promise<{ rows: ListedRow[]; count: number }> {
  const begin = new Date(from);
  const matching = sql`e.calendar_id = ANY(${calendarIds}::uuid[]) AND e.recurrence IS NULL AND e.starts_at < ${new Date(to)}
    AND ((NOT e.is_long AND e.starts_at >= ${new Date(from - SHORT_MS)} AND (e.ends_at > ${begin} OR e.starts_at >= ${begin})) OR (e.is_long AND e.ends_at > ${begin}))`;
  const [{ rows }, counted] = await Promise.all([
    sql<ListedDateRow>`SELECT ${listed}, '{}'::timestamptz[] AS own_starts FROM event e ${joins} WHERE ${matching} ORDER BY e.starts_at, e.id LIMIT ${limit}`.execute(
      sqlOf<Tables>(tx),
    ),
    sql<{ count: number }>`SELECT count(*)::int AS count FROM event e WHERE ${matching}`.execute(sqlOf<Tables>(tx)),
  ]);
  return { rows: rows.map(listedRow), count: counted.rows[0]?.count ?? 0 };
}

/** Series that may have occurrences in [from, to). */
export async function selectSeriesBetween(tx: ReadTx, calendarIds: readonly string[], from: number, to: number): Promise<ListedRow[]> {
  const begin = new Date(from);
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, ARRAY(SELECT own.recurrence_start FROM event own WHERE own.series_id = e.id) AS own_starts
    FROM event e ${joins}
    WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) AND e.recurrence IS NOT NULL AND e.starts_at < ${new Date(to)}
      AND (e.series_ends_at IS NULL OR e.series_ends_at >= ${begin})`.execute(sqlOf<Tables>(tx));
  return rows.map(listedRow);
}

export async function selectEvent(tx: ReadTx, id: string): Promise<ListedRow | undefined> {
  return (await selectEventsById(tx, [id]))[0];
}

export async function selectEventsById(tx: ReadTx, ids: readonly string[]): Promise<ListedRow[]> {
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, '{}'::timestamptz[] AS own_starts FROM event e ${joins} WHERE e.id = ANY(${ids}::uuid[])`.execute(sqlOf<Tables>(tx));
  return rows.map(listedRow);
}

export async function selectSeriesByKey(tx: ReadTx, seriesKey: string): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, '{}'::timestamptz[] AS own_starts FROM event e ${joins} WHERE e.series_key = ${seriesKey}`.execute(sqlOf<Tables>(tx));
  return rows.map(listedRow)[0];
}

/** The row of the occurrence that a series has at this beginning. */
export async function selectOccurrence(tx: ReadTx, seriesId: string, start: number): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedDateRow>`
    SELECT ${listed}, '{}'::timestamptz[] AS own_starts FROM event e ${joins}
    WHERE e.series_id = ${seriesId} AND e.recurrence_start = ${new Date(start)}`.execute(sqlOf<Tables>(tx));
  return rows.map(listedRow)[0];
}

/** Rows of occurrences of a series from this beginning on. */
export async function selectOccurrences(tx: ReadTx, seriesId: string, from: number | null): Promise<OccurrenceRow[]> {
  const { rows } = await sql<DateRow>`
    SELECT ${columns} FROM event e
    WHERE e.series_id = ${seriesId} AND (${from === null ? null : new Date(from)}::timestamptz IS NULL OR e.recurrence_start >= ${from === null ? null : new Date(from)})
    ORDER BY e.recurrence_start`.execute(sqlOf<Tables>(tx));
  return rows.map(eventRow) as OccurrenceRow[];
}

/** Everything in calendars as it is stored, series before their occurrences; for feeds. */
export async function selectEventsOfCalendars(tx: ReadTx, calendarIds: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<DateRow>`
    SELECT ${columns} FROM event e WHERE e.calendar_id = ANY(${calendarIds}::uuid[]) ORDER BY e.series_id NULLS FIRST, e.starts_at, e.id`.execute(
    sqlOf<Tables>(tx),
  );
  return rows.map(eventRow);
}

/** Holds the row until the end of the transaction. */
export async function lockEvent(tx: WriteTx, id: string): Promise<EventRow | undefined> {
  const { rows } = await sql<DateRow>`SELECT ${columns} FROM event e WHERE e.id = ${id} FOR UPDATE OF e`.execute(sqlOf<Tables>(tx));
  return rows.map(eventRow)[0];
}

export type NewEvent = Omit<EventRow, "created_at" | "updated_at">;

export async function insertEvents(tx: WriteTx, rows: readonly NewEvent[]): Promise<void> {
  if (rows.length === 0) return;
  const by = tx.actor.userId;
  // Series first: occurrences refer to them.
  const ordered = [...rows.filter(({ series_id }) => series_id === null), ...rows.filter(({ series_id }) => series_id !== null)];
  for (let index = 0; index < ordered.length; index += 500) {
    await sqlOf<Tables>(tx)
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
    Pick<EventRow, "calendar_id" | "uid" | "recurrence" | "series_key" | "series_ends_at" | "exdates" | "series_id" | "recurrence_start" | "sequence">
>;

/** Writes the changes and counts the version up. */
export async function updateEventRow(tx: WriteTx, id: string, changes: EventChanges): Promise<void> {
  const { starts_at, ends_at, meet_at, answer_deadline, series_ends_at, exdates, recurrence_start, ...plain } = changes;
  await sqlOf<Tables>(tx)
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
  await sqlOf<Tables>(tx)
    .deleteFrom("event")
    .where("id", "in", [...ids])
    .execute();
}

/** Frees beginnings for a moment, so that shifting them one after the other never meets another's. */
export async function parkOccurrences(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE event SET recurrence_start = recurrence_start + interval '1000 years' WHERE id = ANY(${ids}::uuid[])`.execute(sqlOf<Tables>(tx));
}

function date(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment);
}

function dateValues(values: Pick<EventValues, "starts_at" | "ends_at" | "meet_at" | "answer_deadline">) {
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

function listedRow(row: ListedDateRow): ListedRow {
  const { series_recurrence, own_starts, updated_by_name } = row;
  return { ...eventRow(row), series_recurrence, updated_by_name, own_starts: own_starts.map((start) => start.getTime()) };
}

export type { SeriesRow };
