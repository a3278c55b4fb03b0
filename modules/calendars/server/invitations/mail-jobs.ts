import { z } from "zod";
import { v7 as uuidv7 } from "uuid";
import { systemActor, type WriteTx } from "#platform/server/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs.ts";
import type { Services } from "#platform/server/services.ts";
import { told } from "./invitation-record.ts";
import { writeInvitationMails } from "./invitation-mails.ts";

export const INVITATION_MAIL_JOB = "calendars:mail-invitations";
/** Mails that one job writes. */
const BATCH = 100;

/** Why people are written to. */
export const occasion = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("INVITED"), message: z.string().nullable() }),
  z.object({ kind: z.literal("REMINDED") }),
  z.object({ kind: z.literal("PROMOTED") }),
  z.object({ kind: z.literal("CHANGED"), before: told }),
]);
export type Occasion = z.infer<typeof occasion>;

const payload = z.object({ mails: z.array(z.array(z.uuid())), occasion, cause: z.uuid() });

/**
 * Has people written to, in the transaction of the cause. The mails themselves are composed by jobs, a hundred each, so
 * that inviting a whole club does not keep the organiser waiting.
 * @param mails the invitations that each mail is about; all of one person
 */
export async function mailInvitations(tx: WriteTx, mails: readonly (readonly string[])[], why: Occasion): Promise<void> {
  const cause = uuidv7();
  for (let index = 0; index < mails.length; index += BATCH) {
    await addJob(tx, INVITATION_MAIL_JOB, { mails: mails.slice(index, index + BATCH), occasion: why, cause });
  }
}

/** Composes mails and queues them in one transaction; a repeated job queues them under the same Message-IDs. */
export function invitationMailJob({ environment }: Services): JobHandler {
  return async (data, { tenantId, database }) => {
    const { mails, occasion: why, cause } = payload.parse(data);
    await database.write(tenantId, systemActor("Einladungen"), (tx) => writeInvitationMails(tx, environment, mails, why, cause));
  };
}
