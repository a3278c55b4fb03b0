import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyOf } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { EVENT_COLUMNS, type EventRow, type StoredEvent } from "./event-record.ts";
import { eventRow } from "./milliseconds.ts";

/** A row as lists show it. */
export type ListedRow = EventRow & {
  /** Rule of the series that an occurrence belongs to. */
  series_recurrence: string | null;
  /** Of a series: beginnings whose occurrences have rows of their own. */
  own_starts: number[];
  /** Who changed it last. */
  updated_by_name: string | null;
};

type ListedStored = StoredEvent & Row<"event", "updated_by"> & { own_starts?: Date[] };

/**
 * Events as lists need them. Names and rules of other rows are read apart: planning joins takes
 * PostgreSQL longer than finding the rows.
 */
export function listedEvents(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("event")
    .select([...EVENT_COLUMNS, "updated_by"]);
}

/** The beginnings of the occurrences of `event` that have rows of their own. */
export function ownStarts(condition = sql<boolean>`true`) {
  return sql<
    Date[]
  >`ARRAY(SELECT own.recurrence_start FROM event own WHERE own.series_id = event.id AND ${condition})`.as(
    "own_starts",
  );
}

/** Rows with what stands elsewhere: the rule of an occurrence's series, and who changed it last. */
export async function completeRows(
  tx: ReadTx,
  rows: readonly ListedStored[],
): Promise<ListedRow[]> {
  const rules = new Map(rows.map(({ id, recurrence }) => [id, recurrence]));
  const absent = rows.flatMap(({ series_id }) =>
    series_id === null || rules.has(series_id) ? [] : [series_id],
  );
  const editors = rows.flatMap(({ updated_by }) => updated_by ?? []);
  const [series, names] = await Promise.all([selectRules(tx, absent), selectNames(tx, editors)]);
  for (const { id, recurrence } of series) rules.set(id, recurrence);
  return rows.map((row) => {
    const { own_starts: ownBeginnings = [], updated_by: editor } = row;
    // Into the row itself: copied once more, a month takes a tenth longer.
    return Object.assign(eventRow(row), {
      own_starts: ownBeginnings.map((start) => start.getTime()),
      series_recurrence: row.series_id === null ? null : (rules.get(row.series_id) ?? null),
      updated_by_name: editor === null ? null : (names.get(editor) ?? null),
    });
  });
}

async function selectRules(
  tx: ReadTx,
  ids: readonly string[],
): Promise<Row<"event", "id" | "recurrence">[]> {
  if (ids.length === 0) return [];
  return sqlOf(tx)
    .selectFrom("event")
    .select(["id", "recurrence"])
    .where("id", "=", anyOf([...new Set(ids)]))
    .execute();
}

async function selectNames(tx: ReadTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("person")
    .select(({ fn }) => ["id", fn<string>("full_name", ["first_name", "last_name"]).as("name")])
    .where("id", "=", anyOf([...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
