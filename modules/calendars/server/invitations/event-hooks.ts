import type { ReadTx, WriteTx } from "#platform/server/database.ts";
import { addJob } from "#platform/server/jobs.ts";
import type { MyInvitation } from "../../contract.ts";
import { ClubTime } from "../club-time.ts";
import { type EventChange, provideInvitationHooks } from "../invitation-hooks.ts";
import { fillPlaces } from "./answer.ts";
import { TELL_JOB } from "./tell-changes.ts";
import { resetAnswers, selectOwnInvitations, selectTimeZone } from "./invitation-queries.ts";
import { toldOf } from "./invitation-record.ts";
import { toMyInvitation } from "./records.ts";

/** Somebody who moves an event twice, or takes a move back, is not to send mails for each step. */
const TELL_AFTER_MS = 60_000;

async function myInvitations(tx: ReadTx, userId: string, eventIds: readonly string[]): Promise<ReadonlyMap<string, MyInvitation>> {
  if (eventIds.length === 0) return new Map();
  const records = await selectOwnInvitations(tx, userId, eventIds);
  if (records.length === 0) return new Map();
  const time = ClubTime.in(await selectTimeZone(tx));
  return new Map(records.map((record) => [record.event_id, toMyInvitation(record, time)]));
}

/** The event's row is held by the change itself. */
async function onEventChanged(tx: WriteTx, { before, after, resetAnswers: isReset }: EventChange): Promise<void> {
  const wasReset = isReset && (await resetAnswers(tx, after.id)) > 0;
  // A higher maximum, or none, makes room; a lower one throws nobody out.
  await fillPlaces(tx, after);
  const differs = JSON.stringify(toldOf(before)) !== JSON.stringify(toldOf(after));
  if (!differs && !wasReset) return;
  await addJob(tx, TELL_JOB, { eventId: after.id }, { key: `${TELL_JOB}:${after.id}`, runAt: new Date(Date.now() + TELL_AFTER_MS) });
}

/** Called when the module is loaded. */
export function registerInvitationHooks(): void {
  provideInvitationHooks({
    myInvitations,
    onEventChanged,
    onEventsDeleted: async () => {},
    onSeriesSplit: async () => {},
  });
}
