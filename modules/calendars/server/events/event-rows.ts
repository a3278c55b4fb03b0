import { v7 as uuidv7 } from "uuid";
import type { WriteTx } from "#platform/server/database/database.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import type { ClubTime } from "../time/club-time.ts";
import { lockEvent, selectEvent } from "./event-queries.ts";
import { insertEvents } from "./event-write-queries.ts";
import { type EventTarget, existingEvent } from "./find-event.ts";
import { newOccurrence, timesOf, writtenValues } from "./new-event.ts";

/** Returns an event, held, a series as a whole, until the end of the transaction. */
export async function lockedEvent(tx: WriteTx, id: string, time: ClubTime): Promise<EventTarget> {
  const found = await existingEvent(tx, id, time);
  await lockEvent(tx, found.kind === "SINGLE" ? found.row.id : found.series.id);
  // It may have been changed while we waited.
  return existingEvent(tx, id, time);
}

/**
 * The row of an event, made when an occurrence has none yet: invitations need one to hang on. The
 * occurrence stays as it was, with its id and version.
 */
export async function eventRowFor(tx: WriteTx, target: EventTarget): Promise<string> {
  if (target.kind === "SINGLE") return target.row.id;
  if (target.kind === "SERIES") return target.series.id;
  if (target.row !== null) return target.row.id;
  const values = { ...writtenValues(target.series), ...timesOf(target.occurrence) };
  const known = toOccurrenceId(target.series.series_key, target.start);
  // Taken when the series once reached further, was split there and reaches further again.
  const id = (await selectEvent(tx, known)) === undefined ? known : uuidv7();
  await insertEvents(tx, [
    newOccurrence(target.series, target.start, id, values, target.series.version),
  ]);
  return id;
}
