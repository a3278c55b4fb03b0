import { sql } from "kysely";
import { sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, nextVersion, now } from "#platform/server/database/expressions.ts";
import type { EventRow, EventValues, NewEvent } from "./event-record.ts";
import { storedColumns } from "./milliseconds.ts";

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const AT_ONCE = 500;

export async function insertEvents(tx: WriteTx, rows: readonly NewEvent[]): Promise<void> {
  const by = tx.actor.userId;
  // Series first: occurrences refer to them.
  const ordered = [
    ...rows.filter(({ series_id }) => series_id === null),
    ...rows.filter(({ series_id }) => series_id !== null),
  ];
  for (let index = 0; index < ordered.length; index += AT_ONCE) {
    await sqlOf(tx)
      .insertInto("event")
      .values(
        ordered.slice(index, index + AT_ONCE).map((row) => ({
          ...storedColumns(row),
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
      | "leaves_out_holidays"
      | "holiday_exdates"
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
  await sqlOf(tx)
    .updateTable("event")
    .set({
      ...storedColumns(changes),
      version: nextVersion,
      updated_at: now,
      updated_by: tx.actor.userId,
    })
    .where("id", "=", id)
    .execute();
}

/** A series' occurrences go with it. */
export async function deleteEventRows(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sqlOf(tx).deleteFrom("event").where("id", "=", anyOf(ids)).execute();
}

/**
 * Frees beginnings for a moment, so that shifting them one after the other never meets another's.
 */
export async function parkOccurrences(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sqlOf(tx)
    .updateTable("event")
    .set({ recurrence_start: sql<Date>`recurrence_start + interval '1000 years'` })
    .where("id", "=", anyOf(ids))
    .execute();
}
