import { z } from "zod";
import { systemActor } from "#platform/server/database/database.ts";
import { addJob, type JobHandler } from "#platform/server/jobs/jobs.ts";
import { deliverMails } from "./deliver.ts";
import {
  clubsAwaitingDigests,
  clubsWithOverdueMails,
  makeDigests,
  takeDigestDay,
} from "./digest-queries.ts";
import { freezeMails } from "./freeze-queries.ts";

/** Named by the sending of a message (send-message.ts). */
export const MAIL_JOB = "messages:mail";
export const DIGEST_JOB = "messages:digest";
export const UPKEEP_JOB = "messages:mail-upkeep";
/** Hour of the club's clock at which the digest of a day is made. */
const DIGEST_HOUR = 18;

const toMail = z.object({ messageId: z.uuid() });
const toDigest = z.object({ day: z.iso.date() });

/** Settles who learns of a message by mail, and lets the sending begin. */
export const mailJob: JobHandler = async (data, { tenantId, database }) => {
  const { messageId } = toMail.parse(data);
  await database.bulk(tenantId, systemActor("Nachrichten"), async (tx) => {
    await freezeMails(tx, messageId);
    await deliverMails(tx);
  });
};

/** Makes a day's digests of one club; a second time, or in a second process, it does nothing. */
export const digestJob: JobHandler = async (data, { tenantId, database }) => {
  const { day } = toDigest.parse(data);
  await database.bulk(tenantId, systemActor("Nachrichten"), async (tx) => {
    if (!(await takeDigestDay(tx, day))) return;
    await makeDigests(tx);
    await deliverMails(tx);
  });
};

/**
 * Every few minutes: digests for clubs where it is six in the evening or later, and mails that
 * nobody is sending although they are due (after a crash, or a restored backup).
 */
export function upkeepJob(now: () => Date = () => new Date()): JobHandler {
  return async (_payload, { database, signal }) => {
    for (const { id, time_zone } of await clubsAwaitingDigests(database)) {
      const day = digestDay(now(), time_zone);
      if (day === null || signal.aborted) continue;
      await database.write(id, systemActor(), (tx) =>
        addJob(tx, DIGEST_JOB, { day }, { key: `${DIGEST_JOB}:${day}` }),
      );
    }
    for (const id of await clubsWithOverdueMails(database)) {
      if (signal.aborted) return;
      await database.write(id, systemActor(), (tx) => deliverMails(tx));
    }
  };
}

/** The day whose digest is due, by the clock on the club's wall; null before six in the evening. */
export function digestDay(now: Date, timeZone: string): string | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return local.hour >= DIGEST_HOUR ? local.toPlainDate().toString() : null;
}
