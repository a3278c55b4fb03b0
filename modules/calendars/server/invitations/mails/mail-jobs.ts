import { z } from "zod";
import { INVITATION_STATES } from "../../../contract.ts";
import { v7 as uuidv7 } from "uuid";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import { AHEAD } from "#platform/server/mail/send-mail.ts";
import { writeCancellationMails } from "./cancellation-mails.ts";
import { type NotifiedState, notifiedState } from "../invitation-record.ts";
import { writeInvitationMails } from "./invitation-mails.ts";
import type { CancellationRecipient } from "./last-notified-queries.ts";

/** Mails that one job writes. */
const BATCH = 100;

/** Why people are written to. */
const occasion = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("INVITED"), message: z.string().nullable() }),
  z.object({ kind: z.literal("REMINDED") }),
  z.object({ kind: z.literal("PROMOTED") }),
  z.object({ kind: z.literal("CHANGED") }),
]);
export type Occasion = z.infer<typeof occasion>;

const mailing = z.object({
  mails: z.array(z.array(z.uuid()).readonly()),
  occasion,
  cause: z.uuid(),
  /** With CHANGED: what was told before, by invitation. */
  before: z.record(z.uuid(), notifiedState),
});

/**
 * Has people written to, in the transaction of the cause. The mails themselves are composed by
 * jobs, a hundred each, so that inviting a whole club does not keep the organiser waiting.
 * @param mails the invitations that each mail is about; all of one person
 * @param before with CHANGED: what was told before, by invitation
 * @param isOff somebody would set out in vain: goes before all other mails but those a person waits
 * for
 */
export async function mailInvitations(
  tx: WriteTx,
  mails: readonly (readonly string[])[],
  why: Occasion,
  {
    before = new Map(),
    isOff = false,
  }: { before?: ReadonlyMap<string, NotifiedState>; isOff?: boolean } = {},
): Promise<void> {
  const cause = uuidv7();
  for (let index = 0; index < mails.length; index += BATCH) {
    const part = mails.slice(index, index + BATCH);
    const known: Record<string, NotifiedState> = {};
    for (const id of part.flat()) {
      const state = before.get(id);
      if (state !== undefined) known[id] = state;
    }
    const priority = isOff ? AHEAD : 0;
    await addJob(
      tx,
      writeInvitations,
      { mails: part, occasion: why, cause, before: known },
      { priority },
    );
  }
}

/**
 * Composes mails and queues them in one transaction; a repeated job queues them under the same
 * Message-IDs.
 */
export const writeInvitations = job({
  id: "calendars:write-invitations",
  formerly: ["calendars:mail-invitations"],
  payload: mailing,
  handler:
    ({ environment }) =>
    async ({ mails, occasion: why, cause, before }, { tenantId, database }) => {
      await database.write(tenantId, systemActor("Einladungen"), (tx) =>
        writeInvitationMails(tx, environment, mails, {
          ...why,
          cause,
          before: new Map(Object.entries(before)),
        }),
      );
    },
});

const cancelledEvent = z.object({
  title: z.string(),
  starts_at: z.number(),
  ends_at: z.number(),
  all_day: z.boolean(),
  /** Absent in jobs of former versions: their mails come without a calendar file. */
  known: z
    .object({
      uid: z.string(),
      sequence: z.int(),
      location: z.string().nullable(),
      recurrence_start: z.number().nullable(),
      series_all_day: z.boolean().nullable(),
      state: z.enum(INVITATION_STATES),
    })
    .exactOptional(),
});
/** An event that is gone, as its mail needs it. */
export type CancelledEvent = z.output<typeof cancelledEvent>;

const cancellations = z.object({
  people: z.array(
    z.object({ name: z.string(), address: z.string(), events: z.array(cancelledEvent) }),
  ),
  cause: z.uuid(),
});

/**
 * Tells people that events they expected are gone; all that is needed travels with the job, because
 * nothing else remains.
 */
export async function mailCancellations(
  tx: WriteTx,
  people: readonly CancellationRecipient[],
): Promise<void> {
  const cause = uuidv7();
  for (let index = 0; index < people.length; index += BATCH) {
    await addJob(
      tx,
      writeCancellations,
      {
        people: people.slice(index, index + BATCH).map(({ events, ...person }) => ({
          ...person,
          events: events.map(({ title, starts_at, ends_at, all_day, ...known }) => {
            return { title, starts_at, ends_at, all_day, known };
          }),
        })),
        cause: index === 0 ? cause : uuidv7(),
      },
      { priority: AHEAD },
    );
  }
}

export const writeCancellations = job({
  id: "calendars:write-cancellations",
  formerly: ["calendars:mail-deleted-events"],
  payload: cancellations,
  handler:
    ({ environment }) =>
    async ({ people, cause }, { tenantId, database }) => {
      await database.write(tenantId, systemActor("Einladungen"), (tx) =>
        writeCancellationMails(tx, environment, people, cause),
      );
    },
});
