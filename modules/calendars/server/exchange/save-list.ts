import { NOTHING_LEFT_OUT } from "../holidays/holiday-exdates.ts";
import { setImmediate } from "node:timers/promises";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { EventListEntry } from "../../exchange-contract.ts";
import type { ClubTime } from "../time/club-time.ts";
import { selectEventsById } from "../events/event-queries.ts";
import { insertEvents } from "../events/event-write-queries.ts";
import { type EventRow, isSeries, type NewEvent } from "../events/event-record.ts";
import { newEvent, newOccurrence } from "../events/new-event.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import { type ListedEvent, listedEvent } from "./listed-event.ts";
import { lockCalendar, selectIdsByUid, selectOwnOccurrences } from "./queries.ts";
import { occurrenceValues, updateListed } from "./update-listed.ts";

/**
 * Working out when a series ends can take a second where its rule hardly ever fits; a list full of
 * them is refused.
 */
const TIME_LIMIT_MS = 15_000;
/** Others are answered in between. */
const STEP_MS = 25;

export interface SavedList {
  createdIds: string[];
  updatedIds: string[];
  unchanged: number;
}

/**
 * Writes a list of events into a calendar, all or none; a UID that the calendar knows updates its
 * event.
 */
export async function saveList(
  tx: WriteTx,
  calendarId: string,
  entries: readonly EventListEntry[],
  time: ClubTime,
): Promise<SavedList> {
  const listed = entries.map((entry, index) => at(index, () => listedEvent(entry, time)));
  refuseTwins(listed);
  await lockCalendar(tx, calendarId);
  const known = await knownEvents(tx, calendarId, listed);
  const saved: SavedList = { createdIds: [], updatedIds: [], unchanged: 0 };
  const rows: NewEvent[] = [];
  const pause = pacing();
  for (const [index, event] of listed.entries()) {
    await pause();
    const row = event.uid === null ? undefined : known.rows.get(event.uid);
    if (row === undefined) {
      const made = newRows(event, calendarId, time);
      rows.push(...made);
      saved.createdIds.push(...made.slice(0, 1).map(({ id }) => id));
    } else if (
      await at(index, () => updateListed(tx, row, known.occurrences.get(row.id) ?? [], event, time))
    )
      saved.updatedIds.push(row.id);
    else saved.unchanged++;
  }
  await insertEvents(tx, rows);
  return saved;
}

function pacing(): () => Promise<void> {
  const end = performance.now() + TIME_LIMIT_MS;
  let step = performance.now();
  return async () => {
    if (performance.now() - step < STEP_MS) return;
    await setImmediate();
    step = performance.now();
    if (step > end)
      throw new AppError("UNPROCESSABLE", {
        code: "LIST_TOO_LARGE",
        detail: "Die Liste ist zu umfangreich. Bitte übernehmen Sie sie in mehreren Teilen.",
      });
  };
}

/** An event and the rows of its exceptions. */
function newRows(event: ListedEvent, calendarId: string, time: ClubTime): NewEvent[] {
  const { values, recurrence, exdates, sequence, exceptions } = event;
  const uid = event.uid === null ? {} : { uid: event.uid };
  const leftOut = { ...NOTHING_LEFT_OUT, exdates };
  const row = { ...newEvent(values, { calendarId, ...uid, recurrence, leftOut }, time), sequence };
  const whole: EventRow = { ...row, created_at: 0, updated_at: 0 };
  if (!isSeries(whole)) return [row];
  return [
    row,
    ...exceptions.map((exception) =>
      newOccurrence(
        whole,
        exception.start,
        toOccurrenceId(whole.series_key, exception.start),
        occurrenceValues(whole, exception, time),
        1,
      ),
    ),
  ];
}

async function knownEvents(tx: WriteTx, calendarId: string, listed: readonly ListedEvent[]) {
  const uids = listed.flatMap(({ uid }) => uid ?? []);
  const found =
    uids.length === 0
      ? []
      : await selectEventsById(tx, await selectIdsByUid(tx, [calendarId], uids));
  const seriesIds = found.filter(isSeries).map(({ id }) => id);
  const own = seriesIds.length === 0 ? [] : await selectOwnOccurrences(tx, seriesIds);
  const invited = new Map(own.map(({ id, is_invited }) => [id, is_invited]));
  const occurrences = new Map<string, { row: EventRow; isInvited: boolean }[]>();
  for (const row of own.length === 0 ? [] : await selectEventsById(tx, [...invited.keys()])) {
    const list = occurrences.get(row.series_id ?? "") ?? [];
    occurrences.set(row.series_id ?? "", list);
    list.push({ row, isInvited: invited.get(row.id) ?? false });
  }
  return { rows: new Map(found.map((row) => [row.uid, row])), occurrences };
}

function refuseTwins(listed: readonly ListedEvent[]): void {
  const seen = new Set<string>();
  for (const [index, { uid }] of listed.entries()) {
    if (uid === null) continue;
    if (seen.has(uid))
      throw fieldProblem(
        `${index}.uid`,
        "Dieser Termin steht zweimal in der Liste.",
        "INVALID",
        "UNPROCESSABLE",
      );
    seen.add(uid);
  }
}

/** Puts the place in the list before the names of the fields that are refused. */
function at<T>(index: number, work: () => T): T {
  const placed = (error: unknown) =>
    error instanceof AppError && error.errors.length > 0
      ? new AppError("UNPROCESSABLE", {
          detail: error.detail,
          errors: error.errors.map((problem) => ({ ...problem, path: `${index}.${problem.path}` })),
          cause: error,
        })
      : error;
  try {
    const result = work();
    return result instanceof Promise
      ? (result.catch((error: unknown) => {
          throw placed(error);
        }) as T)
      : result;
  } catch (error) {
    throw placed(error);
  }
}
