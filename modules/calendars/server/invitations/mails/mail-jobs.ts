import { z } from "zod";
import { v7 as uuidv7 } from "uuid";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
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
 */
export async function mailInvitations(
  tx: WriteTx,
  mails: readonly (readonly string[])[],
  why: Occasion,
  before: ReadonlyMap<string, NotifiedState> = new Map(),
): Promise<void> {
  const cause = uuidv7();
  for (let index = 0; index < mails.length; index += BATCH) {
    const part = mails.slice(index, index + BATCH);
    const known: Record<string, NotifiedState> = {};
    for (const id of part.flat()) {
      const state = before.get(id);
      if (state !== undefined) known[id] = state;
    }
    await addJob(tx, writeInvitations, { mails: part, occasion: why, cause, before: known });
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

const cancellations = z.object({
  people: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      events: z.array(
        z.object({
          title: z.string(),
          starts_at: z.number(),
          ends_at: z.number(),
          all_day: z.boolean(),
        }),
      ),
    }),
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
    await addJob(tx, writeCancellations, {
      people: people.slice(index, index + BATCH),
      cause: index === 0 ? cause : uuidv7(),
    });
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
