import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { MyInvitation } from "../../contract.ts";
import { eventRowFor } from "../events/change-event.ts";
import { ClubTime } from "../time/club-time.ts";
import type { EventRow } from "../events/event-record.ts";
import { findEvent } from "../events/find-event.ts";
import { type EventChange, provideInvitationHooks } from "../events/invitation-hooks.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import { fillPlaces } from "./answers/answer.ts";
import {
  hasInvitations,
  moveInvitations,
  resetAnswers,
  selectOwnInvitations,
  selectTimeZone,
} from "./invitation-queries.ts";
import { toldOf } from "./invitation-record.ts";
import { mailFarewells } from "./mails/mail-jobs.ts";
import { toMyInvitation } from "./presenters.ts";
import { extendLater } from "./series/series-invitations.ts";
import { copySeriesInvitees, setInvitedUntil } from "./series/series-queries.ts";
import { sameEvent, tellLater } from "./mails/notify-changes.ts";
import { selectDisappointed } from "./mails/last-notified-queries.ts";

async function myInvitations(
  tx: ReadTx,
  userId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, MyInvitation>> {
  if (eventIds.length === 0) return new Map();
  const records = await selectOwnInvitations(tx, userId, eventIds);
  if (records.length === 0) return new Map();
  const time = ClubTime.in(await selectTimeZone(tx));
  return new Map(records.map((record) => [record.event_id, toMyInvitation(record, time)]));
}

/** The event's row is held by the change itself. */
async function onEventChanged(
  tx: WriteTx,
  { before, after, resetAnswers: isReset }: EventChange,
): Promise<void> {
  if (before.recurrence !== null && after.recurrence !== null)
    return onSeriesChanged(tx, before, after);
  if (before.recurrence === null && after.recurrence !== null) return onSeriesBegun(tx, after);
  const wasReset = isReset && (await resetAnswers(tx, after.id)) > 0;
  // A higher maximum, or none, makes room; a lower one throws nobody out.
  await fillPlaces(tx, after);
  if (wasReset || !sameEvent(toldOf(before), toldOf(after))) await tellLater(tx, after);
}

/** Who was invited to the single event is invited to the first occurrence of what it has become. */
async function onSeriesBegun(tx: WriteTx, series: EventRow): Promise<void> {
  if (series.series_key === null || !(await hasInvitations(tx, series.id))) return;
  const time = ClubTime.in(await selectTimeZone(tx));
  const first = await findEvent(tx, toOccurrenceId(series.series_key, series.starts_at), time);
  if (first === undefined) return;
  const rowId = await eventRowFor(tx, first);
  await moveInvitations(tx, series.id, rowId);
  await tellLater(tx, { id: rowId, series_id: series.id });
}

/**
 * Invitations hang on the rows of occurrences, which are told of by themselves; here only new
 * occurrences matter.
 */
async function onSeriesChanged(tx: WriteTx, before: EventRow, after: EventRow): Promise<void> {
  const beginnings = ({ recurrence, starts_at, exdates, status }: EventRow) =>
    JSON.stringify([recurrence, starts_at, exdates, status]);
  if (beginnings(before) === beginnings(after)) return;
  await setInvitedUntil(tx, after.id, new Date());
  await extendLater(tx, after.id);
}

async function onEventsDeleted(tx: WriteTx, events: readonly EventRow[]): Promise<void> {
  await mailFarewells(
    tx,
    await selectDisappointed(
      tx,
      events.map(({ id }) => id),
    ),
  );
}

/** Called when the module is loaded. */
export function registerInvitationHooks(): void {
  provideInvitationHooks({
    myInvitations,
    onEventChanged,
    onEventsDeleted,
    onSeriesSplit: (tx, { earlier, later }) => copySeriesInvitees(tx, earlier.id, later.id),
  });
}
