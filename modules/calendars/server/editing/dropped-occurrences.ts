import type { WriteTx } from "#platform/server/database/database.ts";
import type { OccurrenceRow, SeriesRow } from "../events/event-record.ts";
import { deleteEventRows } from "../events/event-write-queries.ts";
import { beforeEventsDeleted } from "../invitations/event-effects.ts";
import { isBeginning } from "../series/expansion.ts";
import type { ClubTime } from "../time/club-time.ts";

/** A series before and after a change, which may have moved its beginning. */
export interface ChangedSeries {
  before: SeriesRow;
  after: SeriesRow;
  /** Returns where a beginning of the series before is after it. */
  shifted(start: number): number;
}

/**
 * Deletes the rows of coming occurrences on days that the change has left out or that its rule no
 * longer has, and tells those invited; returns the other rows. A row of its own, which an invitation
 * or an edit has made, would else go on standing in every list.
 *
 * @param editedId the occurrence from which the change was made: it stays where the rule has it no
 *   more, since it was given its values by hand
 */
export async function dropOccurrences(
  tx: WriteTx,
  rows: readonly OccurrenceRow[],
  change: ChangedSeries,
  editedId: string | undefined,
  time: ClubTime,
): Promise<OccurrenceRow[]> {
  const now = Date.now();
  const dropped = new Set(
    rows.filter(
      (row) =>
        change.shifted(row.recurrence_start) >= now &&
        (isNewlyLeftOut(row, change) || (row.id !== editedId && hasLostItsDay(row, change, time))),
    ),
  );
  if (dropped.size > 0) {
    await beforeEventsDeleted(tx, [...dropped]);
    await deleteEventRows(
      tx,
      [...dropped].map(({ id }) => id),
    );
  }
  return rows.filter((row) => !dropped.has(row));
}

/** Days left out before may have rows: a feed moves an occurrence, or somebody held it after all. */
function isNewlyLeftOut(
  { recurrence_start: start }: OccurrenceRow,
  { before, after, shifted }: ChangedSeries,
): boolean {
  return !before.exdates.includes(start) && after.exdates.includes(shifted(start));
}

function hasLostItsDay(
  { recurrence_start: start }: OccurrenceRow,
  { before, after, shifted }: ChangedSeries,
  time: ClubTime,
): boolean {
  if (before.recurrence === after.recurrence && before.starts_at === after.starts_at) return false;
  const rule = ({ starts_at, recurrence }: SeriesRow) => ({ start: starts_at, recurrence });
  return isBeginning(rule(before), start, time) && !isBeginning(rule(after), shifted(start), time);
}
