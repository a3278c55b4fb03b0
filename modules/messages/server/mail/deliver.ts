import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job, type TenantRun } from "#platform/server/jobs/job.ts";
import type { OutgoingMail } from "#platform/server/mail/mail-message.ts";
import { smtpReply } from "#platform/server/log/smtp-reply.ts";
import { createMailTransport, type MailTransport } from "#platform/server/mail/mail-transport.ts";
import { refusalOf } from "#platform/server/mail/mail-refusal.ts";
import type { Services } from "#platform/server/services.ts";
import { fateOf, outageDelay } from "./back-off.ts";
import { MailWriter } from "./mail-writer.ts";
import {
  announceProgress,
  type ClaimedMail,
  claimMails,
  nextDue,
  type Outcome,
  recordOutcomes,
} from "./queue-queries.ts";

/**
 * One process at a time sends mails about messages, so that they never take all workers or flood
 * the mail server.
 */
const QUEUE = "message-mails";
/** Then it is another club's turn. */
const TURN_MS = 5_000;
const CONNECTIONS = 5;
/**
 * Mails sent at the same time; so many may go out again under their old Message-IDs when the
 * process is killed.
 */
const BATCH = 10;
/** A mail server that takes longer over one mail is as good as dead. */
const SEND_LIMIT_MS = 60_000;
/** Longer than any sending, so that no other process takes a mail that is being sent. */
const LEASE_MS = SEND_LIMIT_MS + 30_000;

/** Sends what is due of one club. */
export const deliverMails = job({
  id: "messages:deliver-mails",
  payload: z.strictObject({ outages: z.int().default(0) }),
  handler: (services) => mailDeliverer(services, bulkTransport(services)),
});

/** Has the mails of the transaction's club sent, beginning at a time. */
export function requestDelivery(
  tx: WriteTx,
  { outages = 0, runAt }: { outages?: number; runAt?: Date } = {},
): Promise<void> {
  return addJob(
    tx,
    deliverMails,
    { outages },
    { key: "next", queue: QUEUE, ...(runAt === undefined ? {} : { runAt }) },
  );
}

/**
 * Returns what sends what is due of one club, for some seconds. Each mail is noted as sent once the
 * mail server has taken it; a mail server that takes nothing is left alone for a while, longer each
 * time.
 */
export function mailDeliverer(services: Services, transport: MailTransport) {
  return async (
    { outages }: { outages: number },
    { tenantId, database, signal, log }: TenantRun,
  ): Promise<void> => {
    const actor = systemActor("Nachrichten");
    const writer = new MailWriter(services, tenantId);
    const touched: string[] = [];
    const until = performance.now() + TURN_MS;
    let outcomes: Outcome[] = [];
    let isOut = false;
    for (;;) {
      const isOver: boolean = isOut || signal.aborted || performance.now() > until;
      const mails: ClaimedMail[] = await database.write(tenantId, actor, async (tx) => {
        await recordOutcomes(tx, outcomes);
        return isOver ? [] : claimMails(tx, BATCH, LEASE_MS);
      });
      if (mails.length === 0) break;
      touched.push(...mails.map(({ id }) => id));
      const letters = await database.read(tenantId, (tx) => writer.write(tx, mails));
      const tried = await Promise.all(
        mails.map((mail) => {
          const letter = letters.get(mail.id) ?? null;
          return attempt(transport, mail, letter && { ...letter, club: tenantId }, outages + 1);
        }),
      );
      isOut = tried.every(({ isOutage }) => isOutage);
      outcomes = tried;
      if (isOut)
        log.warn(
          { reply: smtpReply(outcomes[0]?.response), outages: outages + 1 },
          "the mail server takes nothing",
        );
    }
    await database.write(tenantId, actor, async (tx) => {
      await announceProgress(tx, touched);
      const due = await nextDue(tx);
      if (due === null) return;
      const outage = isOut ? Date.now() + outageDelay(outages + 1) : 0;
      await requestDelivery(tx, {
        outages: isOut ? outages + 1 : 0,
        runAt: new Date(Math.max(due.getTime(), outage)),
      });
    });
  };
}

function bulkTransport({ environment }: Services): MailTransport {
  return createMailTransport({
    ...environment,
    connections: CONNECTIONS,
    perMinute: environment.mailRate,
  });
}

async function attempt(
  transport: MailTransport,
  mail: ClaimedMail,
  letter: OutgoingMail | null,
  outages: number,
): Promise<Outcome & { isOutage: boolean }> {
  const { id, attempts, age_ms: ageMs } = mail;
  const ended = {
    id,
    failure: null,
    response: null,
    attempts: attempts + 1,
    delayMs: 0,
    isOutage: false,
  };
  if (letter === null) return { ...ended, state: "DROPPED" };
  try {
    await withinLimit(transport.send(letter));
    return { ...ended, state: "SENT" };
  } catch (error) {
    const refusal = refusalOf(error);
    const isOutage = refusal.kind === "SERVER";
    const count = isOutage ? attempts : attempts + 1;
    const fate = fateOf(refusal, { attempts: count, ageMs, outages });
    const response = [refusal.code, refusal.response]
      .filter((part) => part !== null && !refusal.response.startsWith(String(part)))
      .join(" ");
    return {
      ...ended,
      attempts: count,
      response: response === "" ? refusal.response : response,
      isOutage,
      ...fate,
    };
  }
}

async function withinLimit(sending: Promise<void>): Promise<void> {
  const done = new AbortController();
  // When it ends after all, nothing waits for it any more.
  sending.catch(() => {});
  try {
    await Promise.race([
      sending,
      wait(SEND_LIMIT_MS, undefined, { signal: done.signal, ref: false }).then(() => {
        throw new Error("Der Mailserver hat nicht rechtzeitig geantwortet.");
      }),
    ]);
  } finally {
    done.abort();
  }
}
