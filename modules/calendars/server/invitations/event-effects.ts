import type { WriteTx } from "#platform/server/database/database.ts";
import { eventRowFor } from "../events/event-rows.ts";
import { ClubTime } from "../time/club-time.ts";
import type { EventRow } from "../events/event-record.ts";
import { findEvent } from "../events/find-event.ts";
import { toOccurrenceId } from "../series/occurrence-id.ts";
import { fillPlaces } from "./answers/answer.ts";
import { moveInvitations, resetAnswers } from "./answers/answer-queries.ts";
import { hasInvitations, selectTimeZone } from "./invitation-queries.ts";
import { notifiedStateOf } from "./invitation-record.ts";
import { mailCancellations } from "./mails/mail-jobs.ts";
import { requestExtension } from "./series/series-invitations.ts";
import { setInvitedUntil } from "./series/series-queries.ts";
import { sameEvent, requestNotice } from "./mails/notify-changes.ts";
import { selectCancellationRecipients } from "./mails/last-notified-queries.ts";

/** A row of an event before and after a change, as it matters to people who are invited. */
interface EventChange {
  before: EventRow;
  after: EventRow;
  /** Asked for by the organiser: answers given so far begin anew. */
  resetAnswers: boolean;
}

/**
 * A row was changed: moved (times or place), cancelled, taken back, or its settings of answers are
 * others now. Runs in the transaction of the change, which holds the row.
 */
export async function afterEventChange(
  tx: WriteTx,
  { before, after, resetAnswers: isReset }: EventChange,
): Promise<void> {
  if (before.recurrence !== null && after.recurrence !== null)
    return onSeriesChanged(tx, before, after);
  if (before.recurrence === null && after.recurrence !== null) return onSeriesBegun(tx, after);
  const wasReset = isReset && (await resetAnswers(tx, after.id)) > 0;
  // A higher maximum, or none, makes room; a lower one removes no one.
  await fillPlaces(tx, after);
  if (wasReset || !sameEvent(notifiedStateOf(before), notifiedStateOf(after)))
    await requestNotice(tx, after);
}

/** Who was invited to the single event is invited to the first occurrence of what it has become. */
async function onSeriesBegun(tx: WriteTx, series: EventRow): Promise<void> {
  if (series.series_key === null || !(await hasInvitations(tx, series.id))) return;
  const time = ClubTime.in(await selectTimeZone(tx));
  const first = await findEvent(tx, toOccurrenceId(series.series_key, series.starts_at), time);
  if (first === undefined) return;
  const rowId = await eventRowFor(tx, first);
  await moveInvitations(tx, series.id, rowId);
  await requestNotice(tx, { id: rowId, series_id: series.id, status: series.status });
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
  await requestExtension(tx, after.id);
}

/** These rows are about to be deleted, with everything that hangs on them. */
export async function beforeEventsDeleted(
  tx: WriteTx,
  events: readonly Pick<EventRow, "id">[],
): Promise<void> {
  await mailCancellations(
    tx,
    await selectCancellationRecipients(
      tx,
      events.map(({ id }) => id),
    ),
  );
}
