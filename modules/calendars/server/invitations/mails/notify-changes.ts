import { z } from "zod";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { AHEAD } from "#platform/server/mail/send-mail.ts";
import type { EventRow } from "../../events/event-record.ts";
import { type NotifiedState, notifiedState } from "../invitation-record.ts";
import { mailInvitations } from "./mail-jobs.ts";
import { selectKnowledge, setNotified } from "./last-notified-queries.ts";

/** Moving an event twice, or taking a move back, sends no mails for the steps in between. */
const TELL_AFTER_MS = 60_000;
/** Time for "Rückgängig" only: nobody should set out for what is off. */
const TELL_CANCELLED_AFTER_MS = 5_000;

/**
 * Has changes of an event told in a minute, that it is off within seconds; those of a series'
 * occurrences together.
 */
export async function requestNotice(
  tx: WriteTx,
  event: Pick<EventRow, "id" | "series_id" | "status">,
): Promise<void> {
  const eventId = event.series_id ?? event.id;
  const wait = event.status === "CANCELLED" ? TELL_CANCELLED_AFTER_MS : TELL_AFTER_MS;
  await addJob(
    tx,
    notifyChanges,
    { eventId },
    {
      key: eventId,
      runAt: new Date(Date.now() + wait),
      ...(event.status === "CANCELLED" && { priority: AHEAD }),
    },
  );
}

/**
 * Tells each invited person how an event differs from what they know of it; none when it is
 * again as they know it.
 */
export const notifyChanges = job({
  id: "calendars:notify-changes",
  formerly: ["calendars:tell-changes"],
  payload: z.strictObject({ eventId: z.uuid() }),
  handler:
    () =>
    async ({ eventId }, { tenantId, database }) => {
      await database.write(tenantId, systemActor("Einladungen"), async (tx) => {
        const outdated = (await selectKnowledge(tx, eventId)).filter(
          ({ notified, now }) => !sameEvent(notified, now),
        );
        await setNotified(tx, outdated);
        const before = new Map(outdated.map((known) => [known.id, known.notified]));
        // That an event is off and that another one has moved are two messages to a calendar.
        const parts = Map.groupBy(outdated, ({ now }) => now.status === "CANCELLED");
        for (const isOff of [true, false]) {
          const persons = Map.groupBy(parts.get(isOff) ?? [], ({ person }) => person);
          const mails = [...persons.values()].map((list) => list.map(({ id }) => id));
          if (mails.length > 0)
            await mailInvitations(tx, mails, { kind: "CHANGED" }, { before, isOff });
        }
      });
    },
});

export function sameEvent(before: NotifiedState, now: NotifiedState): boolean {
  return (Object.keys(notifiedState.shape) as (keyof NotifiedState)[]).every(
    (field) => before[field] === now[field],
  );
}
